import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Conditions } from '../platform/database/conditions.js';
import type { AuditEntry, AuditQuery } from '../contract/administration/audit.js';
import { readAuditEntries, type AuditRow } from './audit.sql.js';

/** Reads the audit log for administrators. */
@Injectable()
export class AuditService {
  constructor(private readonly db: DataSource) {}

  /** Returns a slice of the log, newest first, and the total number of entries. */
  async list(query: AuditQuery, { skip, take }: { skip: number; take: number }): Promise<[AuditEntry[], number]> {
    const where = new Conditions()
      .containing(`fold_vi(subject_name || ' ' || actor_name)`, query.search)
      .equal('action', query.action)
      .equal('subject', query.subject)
      .equal('subject_id', query.subject_id)
      .equal('actor_id', query.actor)
      .days('created_at', query);
    const rows = await readAuditEntries(this.db.manager, where, { skip, take });
    return [rows.map(auditEntryView), await where.count(this.db, 'audit_entries')];
  }
}

const auditEntryView = (row: AuditRow): AuditEntry => ({ ...row, created_at: row.created_at.toISOString() });
