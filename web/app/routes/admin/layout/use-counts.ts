import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { getCounts } from '~/api/admin/dashboard';
import type { BadgeCounts } from './sidebar';

const POLL_MS = 30_000;

/**
 * The pending counts of the back office. They refresh with each page, after each action, and every 30 seconds while the page is visible.
 * After a failure the last counts stay.
 */
export function useCounts(): BadgeCounts {
  const { pathname } = useLocation();
  const isActing = useIsActing();
  const [counts, setCounts] = useState<BadgeCounts>({});
  useEffect(() => {
    const leaving = new AbortController();
    async function refresh() {
      if (document.visibilityState !== 'visible') return;
      try {
        const counts = await getCounts(leaving.signal);
        setCounts({
          orders: counts.orders_to_deliver,
          refunds: counts.pending_refunds,
          chats: counts.unanswered_chats,
          transfers: counts.unmatched_transfers,
          mails: counts.failed_mails,
          photos: counts.pending_photos,
          webhooks: counts.disabled_webhooks,
        });
      } catch {
        // A failed badge shows no error: the page itself reports an unreachable server.
      }
    }
    const refreshNow = () => void refresh();
    if (!isActing) refreshNow();
    const timer = setInterval(refreshNow, POLL_MS);
    document.addEventListener('visibilitychange', refreshNow);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshNow);
    };
  }, [pathname, isActing]);
  return counts;
}

/** Whether an action is under way, from its start until the page has its data again. Polls of pages are none. */
function useIsActing(): boolean {
  return [useNavigation(), ...useFetchers()].some(
    ({ state, formMethod }) => state !== 'idle' && formMethod !== undefined && formMethod.toUpperCase() !== 'GET',
  );
}
