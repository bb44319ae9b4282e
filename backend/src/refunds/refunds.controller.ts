import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { IdempotencyKey, type KeyedRequest } from '../platform/batching/idempotency.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { PathId } from '../platform/http/validation.js';
import { RefundOrder, RefundQuery, RefundRequest, RejectRefund, RequestRefund } from '../contract/money/refunds.js';
import { Order } from '../contract/orders/orders.js';
import { orderView } from '../orders/reads/order.view.js';
import { refundView } from './refund.view.js';
import { RefundsService } from './refunds.service.js';

/** Refund requests of shoppers, the decisions of administrators, and refunds that these begin. */
@TaggedAs('Refunds')
@Controller('api')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @RateLimited('refundRequestPerAccount')
  @Post('paybox/refund-request')
  @Summary("Requests the refund of the caller's order")
  @Answers(RefundRequest, { status: 201 })
  request(
    @CurrentUser() me: Principal,
    @Body({ schema: RequestRefund }) body: RequestRefund,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.refunds.request(me.id, body, attempt);
  }

  @Get('paybox/refund-requests')
  @Summary("Lists the caller's refund requests, or all for administrators")
  @Answers(RefundRequest, { many: true })
  list(
    @CurrentUser() me: Principal,
    @Query({ schema: RefundQuery }) query: RefundQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, async (slice) => {
      const [requests, count] = await this.refunds.list(me, query, slice);
      return [requests.map(refundView), count];
    });
  }

  @Admin()
  @Post('admin/paybox/refund/:orderId/approve')
  @Summary('Approves a refund request and pays it to the wallet')
  @HttpCode(200)
  @Answers(RefundRequest)
  async approve(@CurrentActor() actor: Actor, @PathId('orderId') orderId: number) {
    return refundView(await this.refunds.approve(actor, orderId));
  }

  @Admin()
  @Delete('admin/paybox/refund/:orderId/reject')
  @Summary('Rejects a refund request, with or without a reason for the buyer')
  @HttpCode(204)
  async reject(
    @CurrentActor() actor: Actor,
    @PathId('orderId') orderId: number,
    @Body({ schema: RejectRefund }) body: RejectRefund,
  ) {
    await this.refunds.reject(actor, orderId, body);
  }

  @Admin()
  @Delete('admin/paybox/refund/:orderId/delete')
  @Summary('Deletes a refund request')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId('orderId') orderId: number) {
    return this.refunds.remove(actor, orderId);
  }

  @Admin()
  @Post('admin/orders/:id/refund')
  @Summary('Refunds a paid order to the wallet without a request of its buyer')
  @HttpCode(200)
  @Answers(Order)
  async refund(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: RefundOrder }) body: RefundOrder) {
    return orderView(await this.refunds.refund(actor, id, body));
  }
}
