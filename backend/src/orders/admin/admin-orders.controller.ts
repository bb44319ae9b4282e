import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, AnswersFile, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminOrder, ChangeStaffNote } from '../../contract/orders/orders.js';
import { OrderQuery } from '../../contract/orders/order-query.js';
import { ChangeOrderAddress } from '../../contract/orders/placing.js';
import { SendOrder } from '../../contract/orders/parcels.js';
import { AdminOrdersService } from './admin-orders.service.js';

/** Order details, corrections and exports for administrators only. */
@Admin()
@TaggedAs('Orders')
@Controller('api/admin/orders')
export class AdminOrdersController {
  constructor(private readonly orders: AdminOrdersService) {}

  /** A CSV file of the orders that match the list's query. */
  @Get('export')
  @Summary('Exports orders as CSV')
  @AnswersFile('text/csv')
  export(@CurrentActor() actor: Actor, @Query({ schema: OrderQuery }) query: OrderQuery, @Res() response: Response) {
    return this.orders.export(actor, query, response);
  }

  @Get(':id')
  @Summary('Reads an order with its events, transfers and payment intents')
  @Answers(AdminOrder)
  get(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.orders.get(actor, id);
  }

  @Put(':id/address')
  @Summary('Corrects the shipping address of an order that is not delivered yet')
  @Answers(AdminOrder)
  changeAddress(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: ChangeOrderAddress }) address: ChangeOrderAddress,
  ) {
    return this.orders.changeAddress(actor, id, address);
  }

  @Put(':id/note')
  @Summary("Changes the shop's own note on an order")
  @Answers(AdminOrder)
  changeNote(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: ChangeStaffNote }) body: ChangeStaffNote,
  ) {
    return this.orders.changeNote(actor, id, body);
  }

  @Put(':id/parcel')
  @Summary('Records the parcel in which an order is sent, or corrects it')
  @Answers(AdminOrder)
  send(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: SendOrder }) parcel: SendOrder) {
    return this.orders.send(actor, id, parcel);
  }

  @Delete(':id/parcel')
  @Summary('Takes back the parcel of an order that is not delivered yet')
  @Answers(AdminOrder)
  undoSend(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.orders.undoSend(actor, id);
  }

  @Delete(':id/delivery')
  @Summary('Takes back a delivery that was recorded by mistake')
  @Answers(AdminOrder)
  undoDelivery(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.orders.undoDelivery(actor, id);
  }
}
