import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CouponUse } from './coupon-use.entity.js';
import { Coupon } from './coupon.entity.js';
import { CouponsController } from './coupons.controller.js';
import { CouponsService } from './coupons.service.js';

/** Discount codes. */
@Module({
  imports: [TypeOrmModule.forFeature([Coupon, CouponUse])],
  controllers: [CouponsController],
  providers: [CouponsService],
})
export class CouponsModule {}
