import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from '../ledger/account.entity.js';
import { Transfer } from '../ledger/transfer.entity.js';
import { DailyWalletStats } from './daily-wallet-stats.entity.js';
import { AdminPayboxController } from './admin/admin-paybox.controller.js';
import { AdminPayboxService } from './admin/admin-paybox.service.js';
import { PayboxController } from './paybox.controller.js';
import { PayboxService } from './paybox.service.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { AuthModule } from '../auth/auth.module.js';
import { PersonalRecordsRegistry } from '../auth/personal-data/personal-records.js';
import { WALLET_RECORDS } from './personal-records.sql.js';

/** Paybox: the wallets of shoppers, and their administration. */
@Module({
  imports: [TypeOrmModule.forFeature([Account, Transfer, WalletTransaction, DailyWalletStats]), AuthModule],
  controllers: [PayboxController, AdminPayboxController],
  providers: [PayboxService, AdminPayboxService],
  exports: [PayboxService],
})
export class PayboxModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(WALLET_RECORDS);
  }
}
