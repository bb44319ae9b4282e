import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, type Actor } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import { AdminOrder, OrderQuery } from '../contract/orders.js';
import { OrdersAdminService } from './orders-admin.service.js';

/** What administrators see of orders beside what their buyers see. */
@Admin()
@Controller('api/admin/orders')
export class OrdersAdminController {
  constructor(private readonly orders: OrdersAdminService) {}

  /** A CSV file of the orders that the list with the same query shows. */
  @Get('export')
  export(@By() by: Actor, @Query({ schema: OrderQuery }) query: OrderQuery, @Res() response: Response) {
    return this.orders.export(by, query, response);
  }

  @Get(':id')
  @Answers(AdminOrder)
  one(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.orders.one(by, id);
  }
}
