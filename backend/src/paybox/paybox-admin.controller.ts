import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, type Actor } from '../common/access.js';
import { sendCsv } from '../common/csv.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import {
  AdminWallet,
  AdminWalletQuery,
  TransactionQuery,
  TransactionTotals,
  UpdateWallet,
  WalletTotals,
  WalletTransaction,
} from '../contract/paybox.js';
import { AdminPayboxService } from './paybox-admin.service.js';
import { EXPORT_COLUMNS, adminWalletView, transactionView } from './paybox.view.js';

/** Everyone's wallets, for administrators. */
@Admin()
@Controller('api/admin/paybox')
export class PayboxAdminController {
  constructor(private readonly paybox: AdminPayboxService) {}

  @Get('wallets')
  @Answers(AdminWallet, { many: true })
  wallets(
    @Query({ schema: AdminWalletQuery }) query: AdminWalletQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return listing(query, response, async (slice) => {
      const [wallets, count] = await this.paybox.wallets(query, slice);
      return [wallets.map(adminWalletView), count];
    });
  }

  @Get('wallets/totals')
  @Answers(WalletTotals)
  walletTotals(@Query({ schema: AdminWalletQuery }) query: AdminWalletQuery) {
    return this.paybox.walletTotals(query);
  }

  @Patch('wallets/:id')
  @Answers(AdminWallet)
  async update(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: UpdateWallet }) body: UpdateWallet) {
    return adminWalletView(await this.paybox.setActive(by, id, body.is_active));
  }

  @Get('transactions')
  @Answers(WalletTransaction, { many: true })
  transactions(
    @Query({ schema: TransactionQuery }) query: TransactionQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return listing(query, response, async (slice) => {
      const [lines, count] = await this.paybox.transactions(query, slice);
      return [lines.map(transactionView), count];
    });
  }

  @Get('transactions/totals')
  @Answers(TransactionTotals)
  transactionTotals(@Query({ schema: TransactionQuery }) query: TransactionQuery) {
    return this.paybox.transactionTotals(query);
  }

  /** The lines of the filters as a CSV file, newest first. */
  @Get('transactions/export')
  async export(
    @By() by: Actor,
    @Query({ schema: TransactionQuery }) query: TransactionQuery,
    @Res() response: Response,
  ) {
    await sendCsv(response, 'giao-dich-paybox', EXPORT_COLUMNS, await this.paybox.exported(by, query));
  }
}
