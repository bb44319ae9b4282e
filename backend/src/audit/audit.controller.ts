import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { AuditEntry, AuditQuery } from '../contract/audit.js';
import { AuditService } from './audit.service.js';

/** Who changed what in the back office. */
@Admin()
@Controller('api/admin/audit')
export class AuditController {
  constructor(private readonly entries: AuditService) {}

  @Get()
  @Answers(AuditEntry, { many: true })
  list(@Query({ schema: AuditQuery }) query: AuditQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.entries.list(query, slice));
  }
}
