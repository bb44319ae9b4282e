import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  AssignTransfer,
  BankTransfer,
  BankTransferQuery,
  ConfirmTransfer,
  RecordTransfer,
  ReturnTransfer,
} from '../../contract/money/bank-transfers.js';
import { Order } from '../../contract/orders/orders.js';
import { orderView } from '../../orders/reads/order.view.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { paginated } from '../../platform/http/pagination.js';
import { PathId } from '../../platform/http/validation.js';
import { BankTransfersService } from './bank-transfers.service.js';

/** Bank transfers in the back office. */
@Admin()
@TaggedAs('Payments')
@Controller('api/admin')
export class BankTransfersController {
  constructor(private readonly transfers: BankTransfersService) {}

  @Post('orders/:id/transfer')
  @Summary('Records a bank transfer that pays an order')
  @HttpCode(200)
  @Answers(Order)
  async confirm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: ConfirmTransfer }) body: ConfirmTransfer,
  ) {
    return orderView(await this.transfers.confirm(actor, id, body));
  }

  @Get('bank-transfers')
  @Summary('Lists bank transfers')
  @Answers(BankTransfer, { many: true })
  list(@Query({ schema: BankTransferQuery }) query: BankTransferQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.transfers.list(query, slice));
  }

  @Post('bank-transfers')
  @Summary('Records a bank transfer, for any order or for none yet')
  @Answers(BankTransfer, { status: 201 })
  record(@CurrentActor() actor: Actor, @Body({ schema: RecordTransfer }) body: RecordTransfer) {
    return this.transfers.record(actor, body);
  }

  @Post('bank-transfers/:id/assign')
  @Summary('Gives an unmatched bank transfer to an order')
  @HttpCode(200)
  @Answers(BankTransfer)
  assign(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: AssignTransfer }) body: AssignTransfer) {
    return this.transfers.assign(actor, id, body);
  }

  @Post('bank-transfers/:id/return')
  @Summary('Takes an unmatched bank transfer out of the books')
  @HttpCode(200)
  @Answers(BankTransfer)
  return(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: ReturnTransfer }) body: ReturnTransfer) {
    return this.transfers.return(actor, id, body.note);
  }
}
