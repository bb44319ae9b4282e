import { matchRoutes, useBlocker, useRevalidator } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { toast } from '~/components/feedback/toast';

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
  if (isOnline) return null;
  return (
    <div className="page pt-4">
      <RetryAlert tone="warning">Bạn đang ngoại tuyến. Trang sẽ tự tải lại khi có mạng.</RetryAlert>
      <StayHere />
    </div>
  );
}

/** Blocks navigation to a page whose code is not loaded: Remix would reload the document and fail offline. */
function StayHere() {
  const blocker = useBlocker(({ nextLocation }) => !isHere(nextLocation.pathname));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    toast('Trang này cần có mạng để mở.', { tone: 'danger' });
    blocker.reset();
  }, [blocker]);
  return null;
}

function isHere(pathname: string): boolean {
  const { __remixRouter: router, __remixRouteModules: modules } = window;
  return !router || (matchRoutes(router.routes, pathname) ?? []).every(({ route }) => (route.id ?? '') in modules);
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
