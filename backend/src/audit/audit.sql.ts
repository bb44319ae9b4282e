import type { EntityManager } from 'typeorm';
import type { AuditEntry } from '../contract/administration/audit.js';
import type { Conditions } from '../platform/database/conditions.js';
import { replaceHalfPairs } from '../platform/half-pairs.js';

export type AuditRow = Omit<AuditEntry, 'created_at'> & { created_at: Date };

/** Inserts entries of one administrator. By hand: one statement for a bulk edit of thousands, which reads the name itself. */
export async function insertAuditEntries(
  tx: EntityManager,
  actor: { id: number; address: string; apiKey?: { id: number; name: string } },
  entries: readonly object[],
): Promise<void> {
  await tx.query(
    `INSERT INTO audit_entries (actor_id, actor_name, ip_address, api_key_id, api_key_name, action, subject, subject_id,
       subject_name, before, after)
     SELECT $1, coalesce((SELECT username FROM users WHERE id = $1), ''), $2, $4::integer, $5::text, line.* FROM json_to_recordset($3) AS line
       (action text, subject text, subject_id integer, subject_name text, before jsonb, after jsonb)`,
    [
      actor.id,
      actor.address,
      JSON.stringify(entries, replaceHalfPairs),
      actor.apiKey?.id ?? null,
      actor.apiKey?.name ?? null,
    ],
  );
}

/** Erases who closed accounts or their wallets belonged to from the entries about them: their names and e-mails. */
export async function eraseAuditNames(
  tx: EntityManager,
  subject: 'user' | 'wallet',
  ids: readonly number[],
): Promise<void> {
  await tx.query('SELECT erase_audit_names($1, id) FROM unnest($2::integer[]) AS id', [subject, ids]);
}

/** Reads a slice of the log, newest first. By hand: the table has no entity. */
export function readAuditEntries(
  tx: EntityManager,
  where: Conditions,
  { skip, take }: { skip: number; take: number },
): Promise<AuditRow[]> {
  return tx.query(
    `SELECT id::integer, created_at, json_build_object('id', actor_id, 'username', actor_name) AS actor, ip_address AS address,
       CASE WHEN api_key_id IS NOT NULL THEN json_build_object('id', api_key_id, 'name', api_key_name) END AS api_key, action, subject,
       subject_id, subject_name, before, after
     FROM audit_entries ${where.sql} ORDER BY audit_entries.id DESC OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
}
