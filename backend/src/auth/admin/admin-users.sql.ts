import type { DataSource } from 'typeorm';
import type { UserQuery } from '../../contract/accounts/admin-users.js';
import { SHOP_TIME_ZONE } from '../../contract/shop-day.js';
import type { Principal } from '../../platform/http/access.js';
import { usersWhere } from './user-list.js';

/**
 * Reads a batch of accounts for the CSV file, newest first. By hand: PostgreSQL formats the times in the shop's time zone.
 * @param before the last id of the batch before
 */
export function readUsersForExport(
  db: DataSource,
  me: Principal,
  query: UserQuery,
  before: number | undefined,
  limit: number,
): Promise<{ id: number }[]> {
  const where = usersWhere(me, query).add('u.id < ?', before);
  return db.query(
    `SELECT u.id, u.username, u.email, u.last_name, u.first_name, u.phone,
       CASE WHEN u.is_staff THEN 'Quản trị viên' ELSE 'Khách hàng' END AS role,
       CASE WHEN u.is_active THEN 'Hoạt động' ELSE 'Đã khóa' END AS state,
       to_char(u.date_joined AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI') AS date_joined
     FROM users u ${where.sql} ORDER BY u.id DESC LIMIT ${limit}`,
    where.values,
  );
}
