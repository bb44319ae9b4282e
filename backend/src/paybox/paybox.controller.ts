import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, type Principal } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { IdempotencyKey, type KeyedRequest } from '../platform/batching/idempotency.js';
import { Answers } from '../platform/http/openapi.js';
import { Detail, PageQuery } from '../contract/common.js';
import { PayWithWallet, Wallet, WalletTransaction } from '../contract/paybox.js';
import { PayboxService } from './paybox.service.js';
import { transactionView, walletView } from './paybox.view.js';

/** The shopper's own wallet. */
@Controller('api/paybox')
export class PayboxController {
  constructor(private readonly paybox: PayboxService) {}

  @Get('wallet')
  @Answers(Wallet)
  async wallet(@CurrentUser() me: Principal) {
    return walletView(await this.paybox.wallet(me.id));
  }

  @Get('transactions')
  @Answers(WalletTransaction, { many: true })
  transactions(
    @CurrentUser() me: Principal,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, async (slice) => {
      const [lines, count] = await this.paybox.transactions(me.id, slice);
      return [lines.map(transactionView), count];
    });
  }

  @Post('payment')
  @HttpCode(200)
  @Answers(Detail)
  pay(
    @CurrentUser() me: Principal,
    @Body({ schema: PayWithWallet }) body: PayWithWallet,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.paybox.payOrder(me.id, body.order_id, attempt);
  }
}
