import type { AdminUser, AdminUserRights, AdminUserUpdate } from 'contract/accounts/admin-users';
import type { Registered, Registration } from 'contract/accounts/auth';
import type { Page } from 'contract/common';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of the open accounts. */
export const listUsers = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminUser>>('/auth/users/', { query, signal });

/** Creates an account. @throws ApiError 400 with messages by field */
export const createUser = (body: Registration) => signed<Registered>('/auth/users/', { method: 'POST', body });

/** Changes an account's user name, e-mail or password; a blank password stays. @throws ApiError 400 as above */
export const updateUser = (id: number, body: AdminUserUpdate) =>
  signed<AdminUser>(`/auth/users/${id}/`, { method: 'PUT', body });

/** Locks or unlocks an account, or changes its role. @throws ApiError 409 for the own or the last administrator */
export const setUserRights = (id: number, body: AdminUserRights) =>
  signed<AdminUser>(`/auth/users/${id}/`, { method: 'PATCH', body });

/** Deletes an account, or anonymizes it when orders or transfers refer to it. @throws ApiError 409 as above */
export const deleteUser = (id: number) => signed<void>(`/auth/users/${id}/`, { method: 'DELETE' });
