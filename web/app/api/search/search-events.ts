import type { SearchEvent } from 'contract/search/search';
import { signed } from '~/api/account/signed';

/** Reports an event as a visitor. The browser sends it when it has time, also while the page is left. */
export function beaconSearchEvent(event: SearchEvent): void {
  navigator.sendBeacon?.('/api/search/events/', new Blob([JSON.stringify(event)], { type: 'application/json' }));
}

/** Reports an event as the signed-in user. */
export const sendSearchEvent = (event: SearchEvent) =>
  signed<void>('/api/search/events/', { method: 'POST', body: event });
