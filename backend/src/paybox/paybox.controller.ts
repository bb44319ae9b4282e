import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Me, type Principal } from '../common/access.js';
import { listing } from '../common/listing.js';
import { ThisAttempt, type Attempt } from '../common/once.js';
import { Answers } from '../common/openapi.js';
import { Detail, PageQuery } from '../contract/common.js';
import { PayWithWallet, Wallet, WalletTransaction } from '../contract/paybox.js';
import { PayboxService } from './paybox.service.js';
import { transactionView, walletView } from './paybox.view.js';

/** The wallet as its owner uses it. */
@Controller('api/paybox')
export class PayboxController {
  constructor(private readonly paybox: PayboxService) {}

  @Get('wallet')
  @Answers(Wallet)
  async wallet(@Me() me: Principal) {
    return walletView(await this.paybox.wallet(me.id));
  }

  @Get('transactions')
  @Answers(WalletTransaction, { many: true })
  transactions(
    @Me() me: Principal,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return listing(query, response, async (slice) => {
      const [lines, count] = await this.paybox.transactions(me.id, slice);
      return [lines.map(transactionView), count];
    });
  }

  @Post('payment')
  @HttpCode(200)
  @Answers(Detail)
  pay(@Me() me: Principal, @Body({ schema: PayWithWallet }) body: PayWithWallet, @ThisAttempt() attempt: Attempt) {
    return this.paybox.payOrder(me.id, body.order_id, attempt);
  }
}
