import { Module } from '@nestjs/common';
import { LedgerAuditJob } from './audit/ledger-audit.job.js';
import { LedgerController } from './ledger.controller.js';

/** The administrators' view of the ledger check. */
@Module({ controllers: [LedgerController] })
export class LedgerModule {}

/** Runs the ledger audit in the worker. */
@Module({ providers: [LedgerAuditJob] })
export class LedgerWorkerModule {}
