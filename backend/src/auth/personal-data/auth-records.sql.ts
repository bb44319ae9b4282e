import type { EntityManager } from 'typeorm';
import { eraseAuditNames } from '../../audit/audit.sql.js';
import type { PersonalRecords } from './personal-records.js';

/** Tables that hold personal data by `user_id` and that no record needs. By hand: the same statement for each. */
const PERSONAL_TABLES = [
  'logins',
  'password_resets',
  'identities',
  'addresses',
  'second_factors',
  'idempotency_keys',
  'api_keys',
  'mails',
];

/** True for a subscription `n` of a user `u` whose mailbox is proved: an unproved e-mail may be another person's. */
const IS_SUBSCRIBED = 'n.email_key = u.email_key AND u.email_verified_at IS NOT NULL';

/** The account itself, and what the modules before `auth` store about it. */
export const AUTH_RECORDS: PersonalRecords = {
  data: {
    profile: {
      columns: `id, username, email, email_verified_at, first_name, last_name, phone, gender, birth_date::text AS birth_date,
        address, '/media/' || avatar_hash || '/640.webp' AS avatar, is_staff, date_joined`,
      from: 'users WHERE id = $1',
    },
    sign_ins: {
      columns: 'created_at, last_used_at, revoked_at, user_agent, network',
      from: 'logins WHERE user_id = $1',
      keys: [
        ['created_at', 'timestamptz'],
        ['id', 'uuid'],
      ],
    },
    two_factor: {
      columns: `f.created_at AS begun_at, f.confirmed_at,
        (SELECT count(*)::integer FROM recovery_codes c WHERE c.user_id = f.user_id AND c.used_at IS NULL) AS recovery_codes_left`,
      from: 'second_factors f WHERE f.user_id = $1',
    },
    identities: { columns: 'provider, subject, created_at', from: 'identities WHERE user_id = $1' },
    addresses: {
      columns: 'receiver, phone, address, ward, city, postal_code, country, is_default, updated_at',
      from: 'addresses WHERE user_id = $1 ORDER BY id',
    },
    newsletter: {
      columns: 'n.email, n.created_at',
      from: `newsletter_subscribers n JOIN users u ON ${IS_SUBSCRIBED} WHERE u.id = $1`,
    },
    api_keys: {
      columns: 'name, prefix, scopes, created_at, expires_at, revoked_at, last_used_at',
      from: 'api_keys WHERE user_id = $1 ORDER BY id',
    },
    mails: {
      // A null recipient means the account's e-mail.
      columns: 'template, recipient, state, created_at, sent_at',
      from: 'mails WHERE user_id = $1',
      keys: [['id', 'integer']],
    },
  },
  async deletePersonalData(tx: EntityManager, userId: number) {
    await eraseAuditNames(tx, 'user', [userId]);
    for (const table of PERSONAL_TABLES) await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await tx.query(`DELETE FROM newsletter_subscribers n USING users u WHERE u.id = $1 AND ${IS_SUBSCRIBED}`, [userId]);
  },
};
