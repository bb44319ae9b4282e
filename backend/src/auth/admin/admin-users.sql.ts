import type { DataSource } from 'typeorm';
import type { AdminUser, UserQuery } from '../../contract/auth.js';
import { SHOP_TIME_ZONE } from '../../contract/rules.js';
import { Conditions } from '../../platform/database/conditions.js';

/*
 * Lists of accounts. By hand: columns by name, so that no secret is selected, and a search by the folded text's index.
 */

const ORDER_BY = {
  'date-desc': 'u.date_joined DESC, u.id DESC',
  'date-asc': 'u.date_joined, u.id',
  'name-asc': 'u.username_key',
  'name-desc': 'u.username_key DESC',
} as const satisfies Record<NonNullable<UserQuery['sort']>, string>;

type UserRow = Omit<AdminUser, 'date_joined'> & { date_joined: Date };

/** Reads a slice of the accounts, newest first by default, and their number. */
export async function listUsers(
  db: DataSource,
  query: UserQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[UserRow[], number]> {
  const where = usersWhere(query);
  const rows: UserRow[] = await db.query(
    `SELECT u.id, u.username, u.email, u.first_name, u.last_name, u.is_active, u.is_staff, u.date_joined
     FROM users u ${where.sql} ORDER BY ${ORDER_BY[query.sort ?? 'date-desc']} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows, await where.count(db, 'users u')];
}

/** Reads a batch of accounts for the CSV file, newest first. @param before the last id of the batch before */
export function readUsersForExport(
  db: DataSource,
  query: UserQuery,
  before: number | undefined,
  limit: number,
): Promise<{ id: number }[]> {
  const where = usersWhere(query).add('u.id < ?', before);
  return db.query(
    `SELECT u.id, u.username, u.email, u.last_name, u.first_name, u.phone,
       CASE WHEN u.is_staff THEN 'Quản trị viên' ELSE 'Khách hàng' END AS role,
       CASE WHEN u.is_active THEN 'Hoạt động' ELSE 'Đã khóa' END AS state,
       to_char(u.date_joined AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI') AS date_joined
     FROM users u ${where.sql} ORDER BY u.id DESC LIMIT ${limit}`,
    where.values,
  );
}

/** The open accounts, `users u`, that match the query. */
function usersWhere({ search, is_active: isActive, is_staff: isStaff, ...days }: UserQuery): Conditions {
  return new Conditions()
    .that('u.closed_at IS NULL')
    .containing('u.search_text', search)
    .equal('u.is_active', isActive)
    .equal('u.is_staff', isStaff)
    .days('u.date_joined', days);
}
