import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { PathId } from '../platform/http/validation.js';
import {
  ChangeCoupon,
  CheckCoupon,
  Coupon,
  CouponOffer,
  CouponQuery,
  ListedCoupon,
  SaveCoupon,
} from '../contract/orders/coupons.js';
import { couponView } from './coupon.view.js';
import { CouponsService } from './coupons.service.js';

/** Coupons: checked by shoppers, managed by administrators. */
@TaggedAs('Coupons')
@Controller('api/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @RateLimited('couponCheckPerAccount')
  @Post('check')
  @Summary('Tells the caller what a coupon saves')
  @HttpCode(200)
  @Answers(CouponOffer)
  check(@CurrentUser() me: Principal, @Body({ schema: CheckCoupon }) body: CheckCoupon) {
    return this.coupons.check(me.id, body);
  }

  @Admin()
  @Get()
  @Summary('Lists coupons')
  @Answers(ListedCoupon, { many: true })
  list(@Query({ schema: CouponQuery }) query: CouponQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.coupons.list(query, slice));
  }

  @Admin()
  @Post()
  @Summary('Creates a coupon')
  @Answers(Coupon, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body({ schema: SaveCoupon }) body: SaveCoupon) {
    return couponView(await this.coupons.create(actor, body));
  }

  @Admin()
  @Put(':id')
  @Summary('Changes a coupon')
  @Answers(Coupon)
  async update(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: ChangeCoupon }) body: ChangeCoupon) {
    return couponView(await this.coupons.update(actor, id, body));
  }

  @Admin()
  @Delete(':id')
  @Summary('Deletes a coupon')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.coupons.remove(actor, id);
  }
}
