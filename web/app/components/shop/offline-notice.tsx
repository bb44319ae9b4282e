import { useRevalidator } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { useCachedAt } from '~/lib/storage/offline-pages';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { isReachable } from '~/routing/loading/route-chunks';

/** A notice while offline. Reloads the page's data when the network is back. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { revalidate } = useRevalidator();
  useEffect(() => {
    window.addEventListener('online', revalidate);
    return () => window.removeEventListener('online', revalidate);
  }, [revalidate]);
  const isCached = useCachedAt() !== undefined; // the notice of a cached page says it
  useEffect(() => {
    // The network may come back after a cached page was opened and before this listens.
    if (isCached && navigator.onLine) void isReachable().then((isBack) => isBack && revalidate());
  }, [isCached, revalidate]);
  if (isOnline || isCached) return null;
  return (
    <div className="page pt-4">
      <RetryAlert tone="warning">Bạn đang ngoại tuyến. Trang sẽ tự tải lại khi có mạng.</RetryAlert>
    </div>
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
