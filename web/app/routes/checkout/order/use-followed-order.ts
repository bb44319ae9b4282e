import { useRevalidator } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { useEffect } from 'react';
import { TEXTS } from 'contract/rules';
import { getOrder } from '~/api/orders/orders';
import { toast } from '~/components/feedback/toast';

/** A transfer takes seconds to arrive, and buyers look at the page meanwhile. */
const POLL_MS = 5_000;

/** The page changes in silence, so a screen reader is told. */
function announce({ isPaid, isCancelled }: Order): void {
  if (isPaid) toast(TEXTS.paid);
  if (isCancelled) toast('Đơn hàng đã được hủy.');
}

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
        if (now && now.status !== status) announce(now);
        if (now && (now.status !== status || now.notice !== notice)) revalidate();
      }
      timer = setTimeout(() => void poll(), POLL_MS);
    }
    // Back from the bank's app, a buyer looks at once.
    function lookAgain() {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(timer);
      void poll();
    }
    let timer = setTimeout(() => void poll(), POLL_MS);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [isFollowed, id, status, notice, revalidate]);
}
