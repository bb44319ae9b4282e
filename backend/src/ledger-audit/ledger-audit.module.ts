import { Module } from '@nestjs/common';
import { LedgerAuditJob } from './ledger-audit.job.js';
import { LedgerAuditController } from './ledger-audit.controller.js';

/** The administrators' view of the ledger check. */
@Module({ controllers: [LedgerAuditController] })
export class LedgerAuditModule {}

/** Runs the ledger audit in the worker. */
@Module({ providers: [LedgerAuditJob] })
export class LedgerAuditWorkerModule {}
