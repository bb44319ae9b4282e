import { daysBefore } from '../platform/retention/retention.js';
import { deletesOldRows } from '../platform/retention/retention.sql.js';
import { REFRESH_DAYS } from './login/logins.sql.js';

/**
 * Deletes what sign-ins leave: expired tokens, logins that ended, expired links for a new password. Tokens come before their
 * logins, so that deleting a login takes few rows along. A token or link that is gone is refused like an expired one.
 */
export const AUTH_RETENTION = [
  deletesOldRows({ table: 'refresh_tokens', where: 'r.expires_at <= $1', values: ({ now }) => [now] }),
  deletesOldRows({
    table: 'logins',
    where: `r.revoked_at < $1 OR (r.last_used_at < $2
      AND NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.login_id = r.id AND t.expires_at > $3))`,
    values: ({ now, days }) => [daysBefore(now, days.logins), daysBefore(now, REFRESH_DAYS + days.logins), now],
  }),
  deletesOldRows({ table: 'password_resets', where: 'r.expires_at <= $1', values: ({ now }) => [now] }),
];
