import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Order } from '../../contract/orders/orders.js';
import { RecordCash } from '../../contract/money/payments.js';
import { orderView } from '../../orders/reads/order.view.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { CashService } from './cash.service.js';

/** Cash on delivery. */
@Admin()
@TaggedAs('Payments')
@Controller('api/admin/orders')
export class CashController {
  constructor(private readonly cash: CashService) {}

  @Post(':id/cash')
  @Summary('Records the cash that was collected for an order')
  @HttpCode(200)
  @Answers(Order)
  async record(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: RecordCash }) body: RecordCash) {
    return orderView(await this.cash.record(actor, id, body.amount));
  }
}
