import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Admin } from '../platform/http/access.js';
import { Answers } from '../platform/http/openapi.js';
import { LedgerCheck } from '../contract/ledger.js';
import { lastCheck } from './ledger-audit.job.js';

/** The result of the last ledger check, for administrators. */
@Admin()
@Controller('api/admin/ledger')
export class LedgerAuditController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @Answers(LedgerCheck)
  lastCheck() {
    return lastCheck(this.db);
  }
}
