import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, Me, type Actor, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { ThisAttempt, type Attempt } from '../common/once.js';
import { Answers } from '../common/openapi.js';
import { RateLimited } from '../common/rate-limits.js';
import { PathId } from '../common/validation.js';
import { CancelOrder, Order, OrderQuery, PlaceOrder, Placed, UpdateOrder } from '../contract/orders.js';
import { orderView } from './order.view.js';
import { OrdersService } from './orders.service.js';

/** Placing orders and looking at them. */
@Controller('api')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @RateLimited('placeOrder')
  @Post('placeorder')
  @Answers(Placed, { status: 201 })
  place(@Me() me: Principal, @Body({ schema: PlaceOrder }) body: PlaceOrder, @ThisAttempt() attempt: Attempt) {
    return this.orders.place(me.id, body, attempt);
  }

  @Get('orders')
  @Answers(Order, { many: true })
  list(
    @Me() me: Principal,
    @Query({ schema: OrderQuery }) query: OrderQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return listing(query, response, async (slice) => {
      const [orders, count] = await this.orders.list(me, query, slice);
      return [orders.map(orderView), count];
    });
  }

  @Get('orders/:id')
  @Answers(Order)
  async one(@Me() me: Principal, @Param('id', PathId) id: number) {
    return orderView(await this.orders.one(me, id));
  }

  @Admin()
  @Patch('orders/:id')
  @Answers(Order)
  async update(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: UpdateOrder }) _body: UpdateOrder) {
    return orderView(await this.orders.deliver(by, id));
  }

  @Post('orders/:id/cancel')
  @HttpCode(200)
  @Answers(Order)
  async cancel(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: CancelOrder }) body: CancelOrder) {
    return orderView(await this.orders.cancel(by, id, body));
  }
}
