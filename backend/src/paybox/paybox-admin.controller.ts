import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import { PageQuery } from '../contract/common.js';
import { AdminWallet, UpdateWallet, WalletTransaction } from '../contract/paybox.js';
import { PayboxService } from './paybox.service.js';
import { adminWalletView, transactionView } from './paybox.view.js';

/** Everyone's wallets, for administrators. */
@Admin()
@Controller('api/admin/paybox')
export class PayboxAdminController {
  constructor(private readonly paybox: PayboxService) {}

  @Get('wallets')
  @Answers(AdminWallet, { many: true })
  wallets(@Query({ schema: PageQuery }) query: PageQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, async (slice) => {
      const [wallets, count] = await this.paybox.wallets(slice);
      return [wallets.map(adminWalletView), count];
    });
  }

  @Patch('wallets/:id')
  @Answers(AdminWallet)
  async update(@Param('id', PathId) id: number, @Body({ schema: UpdateWallet }) body: UpdateWallet) {
    return adminWalletView(await this.paybox.setActive(id, body.is_active));
  }

  @Get('transactions')
  @Answers(WalletTransaction, { many: true })
  transactions(@Query({ schema: PageQuery }) query: PageQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, async (slice) => {
      const [lines, count] = await this.paybox.transactions({}, slice);
      return [lines.map(transactionView), count];
    });
  }
}
