import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiryProcessor } from './expiry/expiry.processor.js';
import { ORDERS_QUEUE, OrderExpiry } from './expiry/expiry.js';
import { CouponUse } from '../coupons/coupon-use.entity.js';
import { OrderEvent } from './transitions/order-event.entity.js';
import { OrderItem } from './order-item.entity.js';
import { MailContents } from '../mail/mail-contents.js';
import { MailWorkerModule } from '../mail/mail.module.js';
import { ORDER_TEMPLATES, loadOrderMail } from './mails/order-mail-contents.js';
import { Order } from './order.entity.js';
import { OrdersAdminController } from './admin/orders-admin.controller.js';
import { OrdersAdminService } from './admin/orders-admin.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { RefundRequest } from './refund-request.entity.js';
import { AuthModule } from '../auth/auth.module.js';
import { PersonalRecordsRegistry } from '../auth/accounts/personal-records.js';
import { ORDER_RECORDS } from './personal-records.sql.js';

const imports = [
  TypeOrmModule.forFeature([Order, OrderEvent, OrderItem, RefundRequest, CouponUse]),
  BullModule.registerQueue({ name: ORDERS_QUEUE }),
];

/** Placing, listing, cancelling and delivering orders. The modules paybox and payments pay them. */
@Module({
  imports: [...imports, AuthModule],
  controllers: [OrdersController, OrdersAdminController],
  providers: [OrdersService, OrdersAdminService, OrderExpiry],
  exports: [OrdersService],
})
export class OrdersModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(ORDER_RECORDS);
  }
}

/** Expires unpaid orders and writes the mails about orders, in the worker. */
@Module({ imports: [...imports, MailWorkerModule], providers: [OrderExpiry, ExpiryProcessor] })
export class OrdersWorkerModule {
  constructor(mails: MailContents) {
    mails.register(ORDER_TEMPLATES, loadOrderMail);
  }
}
