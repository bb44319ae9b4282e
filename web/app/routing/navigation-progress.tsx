import { useNavigation } from '@remix-run/react';

/** A thin progress bar at the top while the next page loads, with a text for screen readers. */
export function NavigationProgress() {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      {isBusy && (
        <>
          {/* Delayed, so that a fast response does not flicker. */}
          <div className="h-full w-2/5 animate-progress bg-accent [animation-delay:150ms]" />
          <span className="sr-only">Đang tải trang…</span>
        </>
      )}
    </div>
  );
}
