import type { AuditSubject } from 'contract/administration/audit';

/** The path of the audit log of one subject. */
export const auditOf = (subject: AuditSubject, id: number): string =>
  `/admin/audit?${new URLSearchParams({ subject, subject_id: String(id) }).toString()}`;
