import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { AuditEntry, AuditQuery } from '../contract/administration/audit.js';
import { AuditService } from './audit.service.js';

/** The audit log, for administrators. */
@Admin()
@TaggedAs('Reports')
@Controller('api/admin/audit')
export class AuditController {
  constructor(private readonly entries: AuditService) {}

  @Get()
  @Summary('Lists what administrators changed')
  @Answers(AuditEntry, { many: true })
  list(@Query({ schema: AuditQuery }) query: AuditQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.entries.list(query, slice));
  }
}
