import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { IdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { Answers, Summary, TaggedAs } from '../../platform/http/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { ConfirmDeposit, Deposit, DepositIntent, Wallet } from '../../contract/money/paybox.js';
import { PayboxService } from '../../paybox/paybox.service.js';
import { walletView } from '../../paybox/paybox.view.js';
import { DepositsService } from './deposits.service.js';

/** Deposits into the wallet by card. */
@TaggedAs('Wallet')
@Controller('api/paybox/deposit')
export class DepositsController {
  constructor(
    private readonly deposits: DepositsService,
    private readonly paybox: PayboxService,
  ) {}

  @RateLimited('cardPayment')
  @Post()
  @Summary("Opens a card payment into the caller's wallet")
  @HttpCode(200)
  @Answers(DepositIntent)
  open(
    @CurrentUser() me: Principal,
    @Body({ schema: Deposit }) body: Deposit,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.deposits.open(me.id, body.amount, attempt);
  }

  @RateLimited('cardConfirm')
  @Post('confirm')
  @Summary("Confirms a deposit and reads the caller's wallet")
  @HttpCode(200)
  @Answers(Wallet)
  async confirm(@CurrentUser() me: Principal, @Body({ schema: ConfirmDeposit }) body: ConfirmDeposit) {
    await this.deposits.confirm(me.id, body.payment_intent_id);
    return walletView(await this.paybox.wallet(me.id));
  }
}
