import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiryProcessor } from './expiry/expiry.processor.js';
import { ORDERS_QUEUE, OrderExpiry } from './expiry/expiry.js';
import { CartReminderConsent } from './cart-reminders/cart-reminder.entity.js';
import { CartReminderLinks } from './cart-reminders/cart-reminder-links.js';
import { CartReminderRefusal } from './cart-reminders/cart-reminder-refusal.entity.js';
import { registerCartReminderMails } from './cart-reminders/cart-reminder-mails.js';
import { CartRemindersController } from './cart-reminders/cart-reminders.controller.js';
import { CartRemindersJob } from './cart-reminders/cart-reminders.job.js';
import { CartRemindersService } from './cart-reminders/cart-reminders.service.js';
import { CouponUse } from '../coupons/coupon-use.entity.js';
import { OrderEvent } from './transitions/order-event.entity.js';
import { OrderItem } from './order/order-item.entity.js';
import { MailContents } from '../mail/mail-contents.js';
import { MailWorkerModule } from '../mail/mail.module.js';
import { ORDER_TEMPLATES, loadOrderMail } from './mails/order-mail-contents.js';
import { Order } from './order/order.entity.js';
import { AdminOrdersController } from './admin/admin-orders.controller.js';
import { AdminOrdersService } from './admin/admin-orders.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { RefundRequest } from './order/refund-request.entity.js';
import { AuthModule } from '../auth/auth.module.js';
import { PersonalRecordsRegistry } from '../auth/personal-data/personal-records.js';
import { WebhookContents } from '../webhooks/webhook-contents.js';
import { WebhookEndpointsWorkerModule } from '../webhooks/webhook-endpoints.module.js';
import { ORDER_WEBHOOK_TYPES, loadOrderWebhook } from './reads/order-webhook-contents.js';
import { ORDER_RECORDS } from './reads/personal-records.sql.js';

const imports = [
  TypeOrmModule.forFeature([
    Order,
    OrderEvent,
    OrderItem,
    RefundRequest,
    CouponUse,
    CartReminderConsent,
    CartReminderRefusal,
  ]),
  BullModule.registerQueue({ name: ORDERS_QUEUE }),
];

/** Placing, listing, cancelling and delivering orders. The modules paybox and payments pay them. */
@Module({
  imports: [...imports, AuthModule],
  controllers: [OrdersController, AdminOrdersController, CartRemindersController],
  providers: [OrdersService, AdminOrdersService, OrderExpiry, CartRemindersService, CartReminderLinks],
  exports: [OrdersService],
})
export class OrdersModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(ORDER_RECORDS);
  }
}

/** Expires unpaid orders, reminds of carts, and writes the mails about both and the webhooks about orders, in the worker. */
@Module({
  imports: [...imports, MailWorkerModule, WebhookEndpointsWorkerModule],
  providers: [OrderExpiry, ExpiryProcessor, CartRemindersJob, CartReminderLinks],
})
export class OrdersWorkerModule {
  constructor(mails: MailContents, webhooks: WebhookContents, links: CartReminderLinks) {
    mails.register(ORDER_TEMPLATES, loadOrderMail);
    webhooks.register(ORDER_WEBHOOK_TYPES, loadOrderWebhook);
    registerCartReminderMails(mails, links);
  }
}
