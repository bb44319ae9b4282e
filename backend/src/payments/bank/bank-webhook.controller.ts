import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { BankWebhook, BankWebhookSecret, CreateBankWebhookSecret } from '../../contract/money/bank-transfers.js';
import { Received } from '../../contract/money/payments.js';
import { Admin, CurrentActor, Public, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { BankWebhookSecretService } from './bank-webhook-secret.service.js';
import { BankWebhookService } from './bank-webhook.service.js';

/** The bank's webhook, and the secret with which it is signed. */
@TaggedAs('Payments')
@Controller('api')
export class BankWebhookController {
  constructor(
    private readonly webhook: BankWebhookService,
    private readonly secrets: BankWebhookSecretService,
  ) {}

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

  @Admin()
  @Get('admin/bank-webhook')
  @Summary("Tells when the secret of the bank's webhook was made")
  @Answers(BankWebhook)
  secretState() {
    return this.secrets.state();
  }

  /** Creates the webhook's secret and shows it once. */
  @Admin()
  @Post('admin/bank-webhook')
  @Summary("Makes a new secret for the bank's webhook")
  @HttpCode(200)
  @Answers(BankWebhookSecret)
  createSecret(@CurrentActor() actor: Actor, @Body({ schema: CreateBankWebhookSecret }) body: CreateBankWebhookSecret) {
    return this.secrets.create(actor, body);
  }

  @Admin()
  @Delete('admin/bank-webhook')
  @Summary("Deletes the secret of the bank's webhook")
  @HttpCode(204)
  removeSecret(@CurrentActor() actor: Actor) {
    return this.secrets.remove(actor);
  }
}
