import type { EntityManager } from 'typeorm';
import type { Actor } from '../common/access.js';
import type { AuditAction, AuditSubject } from '../contract/audit.js';

/** What was done, as the log keeps it. */
export interface Deed {
  action: AuditAction;
  subject: AuditSubject;
  /** Left out for what there is one of. */
  id?: number;
  /** What people call it: a product's name, a coupon's code, a customer. */
  name: string;
  /** The fields that say how it was, as the API names them; never a password, never a picture's bytes. */
  before?: object;
  after?: object;
}

/**
 * Writes a line of the audit log, in the transaction of the change itself: neither is ever there without the other. Of
 * `before` and `after` only the fields that differ are kept; an `update` that changed nothing writes nothing.
 */
export function audit(tx: EntityManager, by: Pick<Actor, 'id' | 'address'>, deed: Deed): Promise<void> {
  return auditAll(tx, by, [deed]);
}

/** The same for many deeds of one change. */
export async function auditAll(
  tx: EntityManager,
  by: Pick<Actor, 'id' | 'address'>,
  deeds: readonly Deed[],
): Promise<void> {
  const lines = deeds
    .map(({ action, subject, id, name, ...facts }) => ({
      ...{ action, subject, subject_id: id, subject_name: name },
      ...differing(facts.before, facts.after),
    }))
    .filter(({ action, before, after }) => action !== 'update' || before || after);
  if (lines.length === 0) return;
  await tx.query(
    `INSERT INTO audit_entries (actor_id, actor_name, address, action, subject, subject_id, subject_name, before, after)
     SELECT $1, coalesce((SELECT username FROM users WHERE id = $1), ''), $2, line.* FROM json_to_recordset($3) AS line
       (action text, subject text, subject_id integer, subject_name text, before jsonb, after jsonb)`,
    [by.id, by.address, JSON.stringify(lines)],
  );
}

/** What two states of a thing do not have in common; all of the one where there is no other. */
export function differing(before?: object, after?: object): { before?: object; after?: object } {
  if (!before || !after) return { before, after };
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => JSON.stringify(was.get(key)) !== JSON.stringify(is.get(key)),
  );
  if (keys.length === 0) return {};
  const pick = (of: Map<string, unknown>) => Object.fromEntries(keys.map((key) => [key, of.get(key) ?? null]));
  return { before: pick(was), after: pick(is) };
}
