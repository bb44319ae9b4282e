import { Module } from '@nestjs/common';
import { LedgerWatch } from './ledger-watch.js';

/** What the worker does for the ledger. */
@Module({ providers: [LedgerWatch] })
export class LedgerWorkerModule {}
