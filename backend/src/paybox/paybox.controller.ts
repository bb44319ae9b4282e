import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, type Principal } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { IdempotencyKey, type KeyedRequest } from '../platform/batching/idempotency.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { Answers, Refuses, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { Detail, PageQuery } from '../contract/common.js';
import { PayWithWallet, Wallet, WalletTransaction } from '../contract/money/paybox.js';
import { PayboxService } from './paybox.service.js';
import { transactionView, walletView } from './paybox.view.js';

/** The shopper's own wallet. */
@TaggedAs('Wallet')
@Controller('api/paybox')
export class PayboxController {
  constructor(private readonly paybox: PayboxService) {}

  @Get('wallet')
  @Summary("Reads the caller's wallet")
  @Answers(Wallet)
  async wallet(@CurrentUser() me: Principal) {
    return walletView(await this.paybox.wallet(me.id));
  }

  @Get('transactions')
  @Summary("Lists the transactions of the caller's wallet")
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

  @RateLimited('walletPaymentPerAccount')
  @Post('payment')
  @Summary("Pays the caller's order from their wallet")
  @HttpCode(200)
  @Answers(Detail)
  @Refuses({
    400: 'The body is wrong, or the balance is too small.',
    403: 'The wallet is locked.',
    404: 'The caller has no such order.',
    409: 'The order is paid or cancelled; or the key came with another body.',
  })
  pay(
    @CurrentUser() me: Principal,
    @Body({ schema: PayWithWallet }) body: PayWithWallet,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.paybox.payOrder(me.id, body.order_id, attempt);
  }
}
