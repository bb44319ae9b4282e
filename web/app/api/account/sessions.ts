import type { Session } from 'contract/auth';
import { signed } from '~/api/http/signed';

/** The devices on which the user is signed in, this one first. */
export const getSessions = (signal?: AbortSignal) => signed<Session[]>('/auth/sessions/', { signal });

/** Signs one of them out. @throws ApiError 404 when it is signed out already */
export const endSession = (id: string) => signed<void>(`/auth/sessions/${id}/`, { method: 'DELETE' });

/** Signs all of them out but this one. */
export const endOtherSessions = () => signed<void>('/auth/sessions/', { method: 'DELETE' });
