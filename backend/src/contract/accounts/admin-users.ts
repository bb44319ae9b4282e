import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, idOrNone, oneOf } from '../common.js';
import { CurrentPassword, Email, PasswordOrBlank, Username } from './auth.js';

/** `1`, `true`, `0` or `false`; empty for no filter. */
const Flag = z
  .enum(['', '0', '1', 'false', 'true'], 'Phải là true hoặc false')
  .transform((word) => (word === '' ? undefined : word === '1' || word === 'true'))
  .optional();

const USER_SORTS = ['date-desc', 'date-asc', 'name-asc', 'name-desc'] as const;

/**
 * A search of users by part of a name, e-mail address or phone number, ignoring case and diacritics. That of an API key finds no phones.
 * `from` and `to` limit the day of registration; `user` is one account's id.
 */
export const UserQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  is_active: Flag,
  is_staff: Flag,
  user: idOrNone,
  sort: oneOf(USER_SORTS),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** An account as administrators see it. */
export const AdminUser = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    is_active: z.boolean(),
    is_staff: z.boolean(),
    date_joined: Timestamp,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

/**
 * An administrator's changes to an account. A new e-mail or password requires the administrator's own `current_password`. `was`: the
 * account as its editor saw it. Without it the change overwrites any other.
 */
export const AdminUserUpdate = z
  .object({
    username: Username,
    email: Email,
    password: PasswordOrBlank,
    current_password: CurrentPassword.optional(),
    was: AdminUser.pick({ username: true, email: true }).partial().optional(),
  })
  .meta({ id: 'AdminUserUpdate' });
export type AdminUserUpdate = z.infer<typeof AdminUserUpdate>;

/** A change of role requires the administrator's own `current_password`. */
export const AdminUserRights = z
  .object({
    is_active: z.boolean('Phải là true hoặc false').optional(),
    is_staff: z.boolean('Phải là true hoặc false').optional(),
    current_password: CurrentPassword.optional(),
  })
  .meta({ id: 'AdminUserRights' });
export type AdminUserRights = z.infer<typeof AdminUserRights>;
