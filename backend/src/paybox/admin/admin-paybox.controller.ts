import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../../platform/http/access.js';
import { sendCsv } from '../../platform/csv/csv.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, AnswersFile, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import {
  AdminWallet,
  AdminWalletQuery,
  TransactionQuery,
  TransactionTotals,
  UpdateWallet,
  WalletTotals,
  WalletTransaction,
} from '../../contract/money/paybox.js';
import { AdminPayboxService } from './admin-paybox.service.js';
import { ANONYMOUS_EXPORT_COLUMNS, WALLET_EXPORT_COLUMNS, adminWalletView, transactionView } from '../paybox.view.js';

/** All wallets, for administrators. */
@Admin()
@TaggedAs('Wallet')
@Controller('api/admin/paybox')
export class AdminPayboxController {
  constructor(private readonly paybox: AdminPayboxService) {}

  @Get('wallets')
  @Summary('Lists wallets')
  @Answers(AdminWallet, { many: true })
  wallets(
    @Query({ schema: AdminWalletQuery }) query: AdminWalletQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, async (slice) => {
      const [wallets, count] = await this.paybox.wallets(query, slice);
      return [wallets.map(adminWalletView), count];
    });
  }

  @Get('wallets/totals')
  @Summary('Sums balances and debts of wallets')
  @Answers(WalletTotals)
  walletTotals(@Query({ schema: AdminWalletQuery }) query: AdminWalletQuery) {
    return this.paybox.walletTotals(query);
  }

  @Patch('wallets/:id')
  @Summary('Locks or unlocks a wallet')
  @Answers(AdminWallet)
  async setActive(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: UpdateWallet }) body: UpdateWallet,
  ) {
    return adminWalletView(await this.paybox.setActive(actor, id, body.is_active));
  }

  @Get('transactions')
  @Summary('Lists the transactions of all wallets')
  @Answers(WalletTransaction, { many: true })
  transactions(
    @CurrentUser() me: Principal,
    @Query({ schema: TransactionQuery }) query: TransactionQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, async (slice) => {
      const [lines, count] = await this.paybox.transactions(me, query, slice);
      return [lines.map(transactionView), count];
    });
  }

  @Get('transactions/totals')
  @Summary('Sums the transactions of wallets')
  @Answers(TransactionTotals)
  transactionTotals(@CurrentUser() me: Principal, @Query({ schema: TransactionQuery }) query: TransactionQuery) {
    return this.paybox.transactionTotals(me, query);
  }

  /** A CSV file of the lines that match the filters, newest first. */
  @Get('transactions/export')
  @Summary('Exports the transactions of wallets as CSV')
  @AnswersFile('text/csv')
  async export(
    @CurrentActor() actor: Actor,
    @Query({ schema: TransactionQuery }) query: TransactionQuery,
    @Res() response: Response,
  ) {
    // A key of reports reads no customers' addresses.
    const columns = actor.apiKey ? ANONYMOUS_EXPORT_COLUMNS : WALLET_EXPORT_COLUMNS;
    await sendCsv(response, 'giao-dich-paybox', columns, await this.paybox.export(actor, query));
  }
}
