import { Body, Controller, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../platform/http/access.js';
import { ClientNetwork } from '../platform/rate-limits/client-network.js';
import { paginated } from '../platform/http/pagination.js';
import { IdempotencyKey, type KeyedRequest } from '../platform/batching/idempotency.js';
import { Answers, OptionalBody, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { PathId } from '../platform/http/validation.js';
import { CancelOrder, Order, UpdateOrder } from '../contract/orders/orders.js';
import { OrderQuery } from '../contract/orders/order-query.js';
import { PlaceOrder, Placed } from '../contract/orders/placing.js';
import { orderView } from './reads/order.view.js';
import { OrdersService } from './orders.service.js';

/** Placing, listing, cancelling and delivering orders. */
@TaggedAs('Orders')
@Controller('api')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @RateLimited('placeOrderPerAccount', 'placeOrderPerAccountDaily')
  @Post('placeorder')
  @Summary('Places an order')
  @Answers(Placed, { status: 201 })
  place(
    @CurrentUser() me: Principal,
    @ClientNetwork() network: string,
    @Body({ schema: PlaceOrder }) body: PlaceOrder,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.orders.place({ me, network }, body, attempt);
  }

  @Get('orders')
  @Summary("Lists the caller's orders, or all for administrators")
  @Answers(Order, { many: true })
  list(
    @CurrentUser() me: Principal,
    @Query({ schema: OrderQuery }) query: OrderQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, async (slice) => {
      const [orders, count] = await this.orders.list(me, query, slice);
      return [orders.map(orderView), count];
    });
  }

  @Get('orders/:id')
  @Summary('Reads an order, for its buyer or administrators')
  @Answers(Order)
  async get(@CurrentUser() me: Principal, @PathId() id: number) {
    return orderView(await this.orders.get(me, id));
  }

  @Admin()
  @Patch('orders/:id')
  @Summary('Records that an order is delivered')
  @Answers(Order)
  async deliver(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: UpdateOrder }) _body: UpdateOrder) {
    return orderView(await this.orders.deliver(actor, id));
  }

  @Post('orders/:id/cancel')
  @Summary('Cancels an unpaid order, for its buyer or administrators')
  @HttpCode(200)
  @OptionalBody()
  @Answers(Order)
  async cancel(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: CancelOrder }) body: CancelOrder) {
    return orderView(await this.orders.cancel(actor, id, body));
  }
}
