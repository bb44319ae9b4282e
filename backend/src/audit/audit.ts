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
export async function audit(tx: EntityManager, by: Actor, { action, subject, id, name, ...facts }: Deed) {
  const { before, after } = differing(facts.before, facts.after);
  if (action === 'update' && !before && !after) return;
  await tx.query(
    `INSERT INTO audit_entries (actor_id, actor_name, address, action, subject, subject_id, subject_name, before, after)
     SELECT $1, coalesce((SELECT username FROM users WHERE id = $1), ''), $2, $3, $4, $5, $6, $7, $8`,
    [by.id, by.address, action, subject, id ?? null, name, json(before), json(after)],
  );
}

const json = (facts: object | undefined) => (facts ? JSON.stringify(facts) : null);

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
