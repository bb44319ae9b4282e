import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** The log of what administrators changed. Whoever changes something writes into it with `audit`. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
