import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerCheck } from './ledger-check.entity.js';
import { LedgerCheckAttempt } from './ledger-check-attempt.entity.js';
import { LedgerAuditJob } from './ledger-audit.job.js';
import { LedgerAuditController } from './ledger-audit.controller.js';

const imports = [TypeOrmModule.forFeature([LedgerCheck, LedgerCheckAttempt])];

/** The administrators' view of the ledger check. */
@Module({ imports, controllers: [LedgerAuditController] })
export class LedgerAuditModule {}

/** Runs the ledger audit in the worker. */
@Module({ imports, providers: [LedgerAuditJob] })
export class LedgerAuditWorkerModule {}
