import { Body, Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentUser, Public, type Principal } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { PathId } from '../platform/http/validation.js';
import { Detail } from '../contract/common.js';
import { CardIntent, PayByCard, Received, SettleOrder } from '../contract/money/payments.js';
import { CardPaymentsService } from './intents/card-payments.service.js';
import { ProviderEventsService } from './provider-events/provider-events.service.js';

/** Paying orders by card. */
@TaggedAs('Payments')
@Controller('api')
export class PaymentsController {
  constructor(
    private readonly payments: CardPaymentsService,
    private readonly events: ProviderEventsService,
  ) {}

  @RateLimited('cardPaymentPerAccount')
  @Post('stripe-payment')
  @Summary("Opens a card payment of the caller's order")
  @HttpCode(200)
  @Answers(CardIntent)
  start(@CurrentUser() me: Principal, @Body({ schema: PayByCard }) body: PayByCard) {
    return this.payments.start(me.id, body.order);
  }

  @RateLimited('cardConfirmPerAccount')
  @Post('orders/:id/pay')
  @Summary("Confirms a card payment of the caller's order")
  @HttpCode(200)
  @Answers(Detail)
  confirm(@CurrentUser() me: Principal, @PathId() id: number, @Body({ schema: SettleOrder }) body: SettleOrder) {
    return this.payments.confirm(me.id, id, body.payment_intent);
  }

  /** Called by the card provider, who signs the body. */
  @Public()
  @Post('stripe-webhook')
  @Summary('Receives a webhook of the card provider')
  @HttpCode(200)
  @Answers(Received)
  async receiveWebhook(
    @Req() request: RawBodyRequest<Request>,
    @Headers('stripe-signature') signature = '',
  ): Promise<Received> {
    await this.events.receive(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
