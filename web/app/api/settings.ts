import type { Settings, SettingsUpdate } from 'contract/administration/settings';
import { signed } from '~/api/http/signed';

/** Changes the given settings. @throws ApiError 400 with messages by field */
export const updateSettings = (body: SettingsUpdate) => signed<Settings>('/api/settings/', { method: 'PUT', body });
