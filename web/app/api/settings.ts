import type { Settings, SettingsUpdate } from 'contract/settings';
import { signed } from '~/api/http/signed';

/** Changes what is named. @throws ApiError 400 with one list of sentences per wrong field */
export const changeSettings = (body: SettingsUpdate) => signed<Settings>('/api/settings/', { method: 'PUT', body });
