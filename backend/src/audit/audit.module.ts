import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** The log of administrators' changes. Modules write into it with `recordAudit`. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
