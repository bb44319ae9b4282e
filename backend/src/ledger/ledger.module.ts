import { Module } from '@nestjs/common';
import { LedgerWatch } from './ledger-watch.js';
import { LedgerController } from './ledger.controller.js';

/** What administrators see of the ledger. */
@Module({ controllers: [LedgerController] })
export class LedgerModule {}

/** What the worker does for the ledger. */
@Module({ providers: [LedgerWatch] })
export class LedgerWorkerModule {}
