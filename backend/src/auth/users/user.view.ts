import { pictureUrl } from '../../media/picture-url.js';
import type { AdminUser } from '../../contract/accounts/admin-users.js';
import type { Me } from '../../contract/accounts/profile.js';
import type { User } from './user.entity.js';

export const avatarUrl = (user: User) => pictureUrl(user.avatarHash, 320);

/** The account as its owner sees it. */
export function meView(user: User): Me {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    isAdmin: user.isStaff,
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    gender: user.gender,
    birth_date: user.birthDate ?? '',
    address: user.address,
    avatar: avatarUrl(user),
  };
}

/** The account as administrators see it. */
export function adminUserView(user: User): AdminUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    is_active: user.isActive,
    is_staff: user.isStaff,
    date_joined: user.dateJoined.toISOString(),
  };
}
