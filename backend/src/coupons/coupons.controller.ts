import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, Me, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import { PageQuery } from '../contract/common.js';
import { CheckCoupon, Coupon, CouponOffer, SaveCoupon } from '../contract/coupons.js';
import { couponView } from './coupon.view.js';
import { CouponsService } from './coupons.service.js';

/** Coupons: checked by shoppers, kept by administrators. */
@Controller('api/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Post('check')
  @HttpCode(200)
  @Answers(CouponOffer)
  check(@Me() me: Principal, @Body({ schema: CheckCoupon }) body: CheckCoupon) {
    return this.coupons.check(me.id, body);
  }

  @Admin()
  @Get()
  @Answers(Coupon, { many: true })
  list(@Query({ schema: PageQuery }) query: PageQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, async (slice) => {
      const [coupons, count] = await this.coupons.list(slice);
      return [coupons.map(couponView), count];
    });
  }

  @Admin()
  @Post()
  @Answers(Coupon, { status: 201 })
  async create(@Body({ schema: SaveCoupon }) body: SaveCoupon) {
    return couponView(await this.coupons.create(body));
  }

  @Admin()
  @Put(':id')
  @Answers(Coupon)
  async update(@Param('id', PathId) id: number, @Body({ schema: SaveCoupon }) body: SaveCoupon) {
    return couponView(await this.coupons.update(id, body));
  }

  @Admin()
  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id', PathId) id: number) {
    return this.coupons.remove(id);
  }
}
