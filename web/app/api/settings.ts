import type { Settings, SettingsUpdate } from 'contract/administration/settings';
import { api } from '~/api/http/client';
import { signed } from './account/signed';

export const getSettings = (signal?: AbortSignal) => api<Settings>('/api/settings/', { signal });

/** Changes the given settings. @throws ApiError 400 with messages by field */
export const updateSettings = (body: SettingsUpdate) => signed<Settings>('/api/settings/', { method: 'PUT', body });
