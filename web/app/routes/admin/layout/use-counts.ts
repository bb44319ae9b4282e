import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { getCounts } from '~/api/admin/dashboard';
import type { BadgeCounts } from './sidebar';

const LOOK_MS = 30_000;

/**
 * What waits in the back office: looked for with every page that is opened, and again every 30 seconds while somebody
 * can see it. Where it cannot be had, the last known stays.
 */
export function useCounts(): BadgeCounts {
  const { pathname } = useLocation();
  const [counts, setCounts] = useState<BadgeCounts>({});
  useEffect(() => {
    const leaving = new AbortController();
    async function look() {
      if (document.visibilityState !== 'visible') return;
      try {
        const { pending_refunds, unanswered_chats, failed_mails } = await getCounts(leaving.signal);
        setCounts({ refunds: pending_refunds, chats: unanswered_chats, mails: failed_mails });
      } catch {
        // A badge is no reason to disturb anybody: the page itself says when the shop cannot be reached.
      }
    }
    const lookNow = () => void look();
    lookNow();
    const timer = setInterval(lookNow, LOOK_MS);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [pathname]);
  return counts;
}
