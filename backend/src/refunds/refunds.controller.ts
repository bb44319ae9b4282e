import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, Me, type Actor, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { ThisAttempt, type Attempt } from '../common/once.js';
import { Answers } from '../common/openapi.js';
import { RateLimited } from '../common/rate-limits.js';
import { PathId } from '../common/validation.js';
import { RefundQuery, RefundRequest, RequestRefund } from '../contract/refunds.js';
import { refundView } from './refund.view.js';
import { RefundsService } from './refunds.service.js';

/** Asking for money back, and deciding about it. */
@Controller('api')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @RateLimited('refundRequest')
  @Post('paybox/refund-request')
  @Answers(RefundRequest, { status: 201 })
  request(@Me() me: Principal, @Body({ schema: RequestRefund }) body: RequestRefund, @ThisAttempt() attempt: Attempt) {
    return this.refunds.request(me.id, body, attempt);
  }

  @Get('paybox/refund-requests')
  @Answers(RefundRequest, { many: true })
  list(
    @Me() me: Principal,
    @Query({ schema: RefundQuery }) query: RefundQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return listing(query, response, async (slice) => {
      const [requests, count] = await this.refunds.list(me, query, slice);
      return [requests.map(refundView), count];
    });
  }

  @Admin()
  @Post('admin/paybox/refund/:orderId/approve')
  @HttpCode(200)
  @Answers(RefundRequest)
  async approve(@By() by: Actor, @Param('orderId', PathId) orderId: number) {
    return refundView(await this.refunds.approve(by, orderId));
  }

  @Admin()
  @Delete('admin/paybox/refund/:orderId/reject')
  @HttpCode(204)
  async reject(@By() by: Actor, @Param('orderId', PathId) orderId: number) {
    await this.refunds.reject(by, orderId);
  }

  @Admin()
  @Delete('admin/paybox/refund/:orderId/delete')
  @HttpCode(204)
  remove(@By() by: Actor, @Param('orderId', PathId) orderId: number) {
    return this.refunds.remove(by, orderId);
  }
}
