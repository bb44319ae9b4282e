import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RefundRequest } from '../orders/order/refund-request.entity.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

/** Refunds of paid orders. */
@Module({
  imports: [TypeOrmModule.forFeature([RefundRequest]), OrdersModule],
  controllers: [RefundsController],
  providers: [RefundsService],
})
export class RefundsModule {}
