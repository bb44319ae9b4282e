import type { AdminUser, AdminUserRights, AdminUserUpdate, Registered, Registration } from 'contract/auth';
import type { Page } from 'contract/common';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';

/** A page of the accounts that are not closed. */
export const getUsers = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminUser>>('/auth/users/', { query, signal });

/** Makes an account for somebody. @throws ApiError 400 naming what is wrong or taken */
export const createUser = (body: Registration) => signed<Registered>('/auth/users/', { method: 'POST', body });

/** Renames an account; a blank password keeps the one it has. @throws ApiError 400 as above */
export const updateUser = (id: number, body: AdminUserUpdate) =>
  signed<AdminUser>(`/auth/users/${id}/`, { method: 'PUT', body });

/** Locks or opens it, makes an administrator or a shopper of it. @throws ApiError 409 for one's own, and the last one */
export const setUserRights = (id: number, body: AdminUserRights) =>
  signed<AdminUser>(`/auth/users/${id}/`, { method: 'PATCH', body });

/** Erases it, or anonymises and closes it where orders or the wallet's lines name it. @throws ApiError 409 as above */
export const closeUser = (id: number) => signed<void>(`/auth/users/${id}/`, { method: 'DELETE' });
