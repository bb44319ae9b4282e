import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Admin } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { LedgerCheck } from '../contract/ledger.js';
import { lastCheck } from './ledger-watch.js';

/** Whether the shop's books are sound, for its owner. */
@Admin()
@Controller('api/admin/ledger')
export class LedgerController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @Answers(LedgerCheck)
  lastCheck() {
    return lastCheck(this.db);
  }
}
