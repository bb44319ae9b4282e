import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiryProcessor } from './expiry.processor.js';
import { ORDERS_QUEUE, OrderExpiry } from './expiry.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import { OrdersAdminController } from './orders-admin.controller.js';
import { OrdersAdminService } from './orders-admin.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { RefundRequest } from './refund-request.entity.js';

const imports = [
  TypeOrmModule.forFeature([Order, OrderItem, RefundRequest]),
  BullModule.registerQueue({ name: ORDERS_QUEUE }),
];

/** Orders: placed, looked at, cancelled, delivered. Paying them is the business of paybox and payments. */
@Module({
  imports,
  controllers: [OrdersController, OrdersAdminController],
  providers: [OrdersService, OrdersAdminService, OrderExpiry],
})
export class OrdersModule {}

/** The part of it that runs in the worker. */
@Module({ imports, providers: [OrderExpiry, ExpiryProcessor] })
export class OrdersWorkerModule {}
