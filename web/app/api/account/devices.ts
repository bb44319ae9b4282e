import type { Session } from 'contract/accounts/auth';
import { signed } from './signed';

/** Lists the user's signed-in devices, this one first. */
export const listDevices = (signal?: AbortSignal) => signed<Session[]>('/auth/sessions/', { signal });

/** Signs one device out. @throws ApiError 404 when it is already signed out */
export const signOutDevice = (id: string) => signed<void>(`/auth/sessions/${id}/`, { method: 'DELETE' });

/** Signs all other devices out. */
export const signOutOtherDevices = () => signed<void>('/auth/sessions/', { method: 'DELETE' });
