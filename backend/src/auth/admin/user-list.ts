import type { DataSource, OrderByCondition } from 'typeorm';
import type { UserQuery } from '../../contract/accounts/admin-users.js';
import { Conditions, containing, matchesAccount, matchesColumns } from '../../platform/database/conditions.js';
import type { Principal } from '../../platform/http/access.js';
import { User } from '../users/user.entity.js';

const ORDER_BY: Record<NonNullable<UserQuery['sort']>, OrderByCondition> = {
  'date-desc': { 'u.dateJoined': 'DESC', 'u.id': 'DESC' },
  'date-asc': { 'u.dateJoined': 'ASC', 'u.id': 'ASC' },
  'name-asc': { 'u.usernameKey': 'ASC' },
  'name-desc': { 'u.usernameKey': 'DESC' },
};

/** What the search of an API key matches: a key reads no phones. */
const COLUMNS_OF_KEYS = ['username', 'email', 'last_name', 'first_name'];

/** Reads a slice of the accounts, newest first by default, and their number. */
export function listUsers(
  db: DataSource,
  me: Principal,
  query: UserQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[User[], number]> {
  return usersWhere(me, query)
    .narrow(db.createQueryBuilder(User, 'u'))
    .orderBy(ORDER_BY[query.sort ?? 'date-desc'])
    .offset(skip)
    .limit(take)
    .getManyAndCount();
}

/** Conditions on the open accounts, `users u`, that match the query. */
export function usersWhere(
  me: Principal,
  { search, user, is_active: isActive, is_staff: isStaff, ...days }: UserQuery,
): Conditions {
  const matches = me.apiKey ? matchesColumns('u', COLUMNS_OF_KEYS) : matchesAccount('u.search_text', search ?? '');
  return new Conditions()
    .that('u.closed_at IS NULL')
    .add(matches, search ? containing(search) : undefined)
    .equal('u.id', user)
    .equal('u.is_active', isActive)
    .equal('u.is_staff', isStaff)
    .days('u.date_joined', days);
}
