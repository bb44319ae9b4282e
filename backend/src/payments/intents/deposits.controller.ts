import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { IdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { Answers, Refuses, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { ConfirmDeposit, Deposit, DepositIntent, Wallet } from '../../contract/money/paybox.js';
import { PayboxService } from '../../paybox/paybox.service.js';
import { walletView } from '../../paybox/paybox.view.js';
import { ABANDONED_MINUTES, DepositsService, MAX_OPEN_DEPOSITS } from './deposits.service.js';

/** Deposits into the wallet by card. */
@TaggedAs('Wallet')
@Controller('api/paybox/deposit')
export class DepositsController {
  constructor(
    private readonly deposits: DepositsService,
    private readonly paybox: PayboxService,
  ) {}

  @RateLimited('cardPaymentPerAccount')
  @Post()
  @Summary("Opens a card payment into the caller's wallet")
  @HttpCode(200)
  @Answers(DepositIntent)
  @Refuses({
    403: 'The wallet is locked.',
    409: `The account has ${MAX_OPEN_DEPOSITS} open deposits, all of the last ${ABANDONED_MINUTES} minutes; or the key came with another body.`,
  })
  open(
    @CurrentUser() me: Principal,
    @Body({ schema: Deposit }) body: Deposit,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.deposits.open(me.id, body.amount, attempt);
  }

  @RateLimited('cardConfirmPerAccount')
  @Post('confirm')
  @Summary("Confirms a deposit and reads the caller's wallet")
  @HttpCode(200)
  @Answers(Wallet)
  @Refuses({
    400: 'The body is wrong, or the card has not been charged.',
    404: 'The caller has no such deposit.',
  })
  async confirm(@CurrentUser() me: Principal, @Body({ schema: ConfirmDeposit }) body: ConfirmDeposit) {
    await this.deposits.confirm(me.id, body.payment_intent_id);
    return walletView(await this.paybox.wallet(me.id));
  }
}
