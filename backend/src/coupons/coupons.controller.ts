import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, Me, type Actor, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { RateLimited } from '../common/rate-limits.js';
import { PathId } from '../common/validation.js';
import { CheckCoupon, Coupon, CouponOffer, CouponQuery, ListedCoupon, SaveCoupon } from '../contract/coupons.js';
import { couponView } from './coupon.view.js';
import { CouponsService } from './coupons.service.js';

/** Coupons: checked by shoppers, kept by administrators. */
@Controller('api/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @RateLimited('couponCheck')
  @Post('check')
  @HttpCode(200)
  @Answers(CouponOffer)
  check(@Me() me: Principal, @Body({ schema: CheckCoupon }) body: CheckCoupon) {
    return this.coupons.check(me.id, body);
  }

  @Admin()
  @Get()
  @Answers(ListedCoupon, { many: true })
  list(@Query({ schema: CouponQuery }) query: CouponQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.coupons.list(query, slice));
  }

  @Admin()
  @Post()
  @Answers(Coupon, { status: 201 })
  async create(@By() by: Actor, @Body({ schema: SaveCoupon }) body: SaveCoupon) {
    return couponView(await this.coupons.create(by, body));
  }

  @Admin()
  @Put(':id')
  @Answers(Coupon)
  async update(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: SaveCoupon }) body: SaveCoupon) {
    return couponView(await this.coupons.update(by, id, body));
  }

  @Admin()
  @Delete(':id')
  @HttpCode(204)
  remove(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.coupons.remove(by, id);
  }
}
