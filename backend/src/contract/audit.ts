import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, oneOf } from './common.js';

/** What an administrator did. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'archive',
  'restore',
  'delete',
  'deliver',
  'cancel',
  'approve',
  'reject',
  'lock',
  'unlock',
  'import',
  'export',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** What they did it to. */
export const AUDIT_SUBJECTS = [
  'product',
  'category',
  'brand',
  'color',
  'size',
  'order',
  'user',
  'review',
  'wallet',
  'refund',
  'coupon',
  'settings',
  'catalogue',
  'transactions',
  'mail',
] as const;
export const AuditSubject = z.enum(AUDIT_SUBJECTS);
export type AuditSubject = z.infer<typeof AuditSubject>;

const Facts = z.record(z.string(), z.unknown());

/** A line of the audit log. `before` and `after` hold the fields that differ, as the API names them. */
export const AuditEntry = z
  .object({
    id: Id,
    created_at: Timestamp,
    /** As they were called then; the account may be gone. */
    actor: z.object({ id: Id, username: z.string() }),
    address: z.string(),
    action: AuditAction,
    subject: AuditSubject,
    /** Null for what there is one of. */
    subject_id: Id.nullable(),
    subject_name: z.string(),
    before: Facts.nullable(),
    after: Facts.nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `search` is part of the name of what was changed, or of who did it. */
export const AuditQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  action: oneOf(AUDIT_ACTIONS),
  subject: oneOf(AUDIT_SUBJECTS),
  subject_id: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
  actor: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
