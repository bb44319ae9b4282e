import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerCheck } from './ledger-check.entity.js';
import { LedgerCheckAttempt } from './ledger-check-attempt.entity.js';
import { LedgerCheckJob } from './ledger-check.job.js';
import { LedgerCheckController } from './ledger-check.controller.js';

const imports = [TypeOrmModule.forFeature([LedgerCheck, LedgerCheckAttempt])];

/** The administrators' view of the ledger check. */
@Module({ imports, controllers: [LedgerCheckController] })
export class LedgerCheckModule {}

/** Runs the ledger check in the worker. */
@Module({ imports, providers: [LedgerCheckJob] })
export class LedgerCheckWorkerModule {}
