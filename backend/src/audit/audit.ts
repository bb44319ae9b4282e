import type { EntityManager } from 'typeorm';
import type { Actor } from '../platform/http/access.js';
import type { AuditAction, AuditFact, AuditSubject } from '../contract/administration/audit.js';
import { insertAuditEntries } from './audit.sql.js';

/** An entry of the audit log, before it is recorded. */
export interface NewAuditEntry {
  action: AuditAction;
  subject: AuditSubject;
  /** Left out for a subject that exists once. */
  id?: number;
  /** A readable name: a product's name, a coupon's code, a customer. */
  name: string;
  /** The previous fields, named as in the API; never a password, never a picture's bytes. */
  before?: object;
  after?: object;
}

/**
 * Records an audit entry in the transaction of the change, so that neither commits without the other. Only the fields that
 * differ between `before` and `after` are stored; an `update` without a difference records nothing.
 */
export function recordAudit<Before extends object, After extends object>(
  tx: EntityManager,
  actor: Pick<Actor, 'id' | 'address' | 'apiKey'>,
  entry: NewAuditEntry & { before?: Before & Known<Before>; after?: After & Known<After> },
): Promise<void> {
  return recordAudits(tx, actor, [entry]);
}

/** Facts with a label on the audit page; facts named by content, such as a variant, need none. */
type Known<Facts> = string extends keyof Facts ? Facts : keyof Facts extends AuditFact ? Facts : never;

/** The same for several entries of one change. */
export async function recordAudits(
  tx: EntityManager,
  actor: Pick<Actor, 'id' | 'address' | 'apiKey'>,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const lines = entries
    .map(({ action, subject, id, name, ...facts }) => ({
      action,
      subject,
      subject_id: id,
      subject_name: name,
      ...changedFields(facts.before, facts.after),
    }))
    .filter(({ action, before, after }) => action !== 'update' || before || after);
  if (lines.length === 0) return;
  await insertAuditEntries(tx, actor, lines);
}

/** Returns what the entry of an export keeps of its query: that it searched, not for which name or address. */
export const withoutSearch = <Query extends { search?: string }>({ search, ...query }: Query) => ({
  ...query,
  ...(search && { search: true }),
});

/** Returns the fields that differ between two states; all fields where the other state is missing. */
export function changedFields(before?: object, after?: object): { before?: object; after?: object } {
  if (!before || !after) return { before, after };
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => JSON.stringify(was.get(key)) !== JSON.stringify(is.get(key)),
  );
  if (keys.length === 0) return {};
  const pick = (of: Map<string, unknown>) => Object.fromEntries(keys.map((key) => [key, of.get(key) ?? null]));
  return { before: pick(was), after: pick(is) };
}
