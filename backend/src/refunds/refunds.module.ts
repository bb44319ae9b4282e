import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

/** Refunds of paid orders. */
@Module({
  imports: [TypeOrmModule.forFeature([RefundRequest])],
  controllers: [RefundsController],
  providers: [RefundsService],
})
export class RefundsModule {}
