import { Controller, Get, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { TransferInstructions } from '../../contract/money/bank-transfers.js';
import { Received } from '../../contract/money/payments.js';
import { CurrentUser, Public, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/http/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { BankWebhookService } from './bank-webhook.service.js';
import { TransferInstructionsService } from './transfer-instructions.service.js';

/** Paying orders by bank transfer. */
@TaggedAs('Payments')
@Controller('api')
export class TransfersController {
  constructor(
    private readonly instructions: TransferInstructionsService,
    private readonly webhook: BankWebhookService,
  ) {}

  @Get('orders/:id/transfer')
  @Summary("Tells how to pay the caller's order by bank transfer")
  @Answers(TransferInstructions)
  instruct(@CurrentUser() me: Principal, @PathId() id: number) {
    return this.instructions.read(me.id, id);
  }

  /** Called by the bank, or a service that reads the account, which signs the body. */
  @Public()
  @RateLimited('bankWebhookPerAddress')
  @Post('bank-webhook')
  @Summary("Receives the bank's webhook about a transfer")
  @HttpCode(200)
  @Answers(Received)
  async receiveWebhook(
    @Req() request: RawBodyRequest<Request>,
    @Headers('x-webhook-timestamp') timestamp = '',
    @Headers('x-webhook-signature') signature = '',
  ): Promise<Received> {
    await this.webhook.receive(request.rawBody ?? Buffer.alloc(0), { timestamp, signature });
    return { received: true };
  }
}
