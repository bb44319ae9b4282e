import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Me, type Principal } from '../common/access.js';
import { ThisAttempt, type Attempt } from '../common/once.js';
import { Answers } from '../common/openapi.js';
import { RateLimited } from '../common/rate-limits.js';
import { ConfirmDeposit, Deposit, DepositIntent, Wallet } from '../contract/paybox.js';
import { PayboxService } from '../paybox/paybox.service.js';
import { walletView } from '../paybox/paybox.view.js';
import { DepositsService } from './deposits.service.js';

/** Topping up the wallet by card. */
@Controller('api/paybox/deposit')
export class DepositsController {
  constructor(
    private readonly deposits: DepositsService,
    private readonly paybox: PayboxService,
  ) {}

  @RateLimited('cardPayment')
  @Post()
  @HttpCode(200)
  @Answers(DepositIntent)
  open(@Me() me: Principal, @Body({ schema: Deposit }) body: Deposit, @ThisAttempt() attempt: Attempt) {
    return this.deposits.open(me.id, body.amount, attempt);
  }

  @RateLimited('cardConfirm')
  @Post('confirm')
  @HttpCode(200)
  @Answers(Wallet)
  async confirm(@Me() me: Principal, @Body({ schema: ConfirmDeposit }) body: ConfirmDeposit) {
    await this.deposits.confirm(me.id, body.payment_intent_id);
    return walletView(await this.paybox.wallet(me.id));
  }
}
