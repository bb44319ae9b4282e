import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Admin } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { LedgerCheck } from '../contract/money/ledger.js';
import { lastCheck } from './ledger-check.job.js';

/** The result of the last ledger check, for administrators. */
@Admin()
@TaggedAs('Reports')
@Controller('api/admin/ledger')
export class LedgerCheckController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @Summary('Reads the result of the last ledger check')
  @Answers(LedgerCheck)
  lastCheck() {
    return lastCheck(this.db);
  }
}
