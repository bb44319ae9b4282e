import { useRevalidator } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { useEffect } from 'react';
import { getOrder } from '~/api/orders/orders';

/** A transfer takes seconds to arrive, and buyers look at the page meanwhile. */
const POLL_MS = 5_000;

/**
 * Reloads the page when a bank transfer has changed its order, as long as the page is visible. A poll that fails shows nothing: the
 * next one may not.
 */
export function useFollowedOrder({ id, status, notice, paymentMethod }: Order): void {
  const { revalidate } = useRevalidator();
  const isFollowed = status === 'unpaid' && paymentMethod === 'VietQR';
  useEffect(() => {
    if (!isFollowed) return;
    const leaving = new AbortController();
    async function poll() {
      if (document.visibilityState === 'visible') {
        const now = await getOrder(id, leaving.signal).catch(() => null);
        if (leaving.signal.aborted) return;
        if (now && (now.status !== status || now.notice !== notice)) revalidate();
      }
      timer = setTimeout(() => void poll(), POLL_MS);
    }
    let timer = setTimeout(() => void poll(), POLL_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [isFollowed, id, status, notice, revalidate]);
}
