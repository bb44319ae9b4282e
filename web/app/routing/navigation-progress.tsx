import { useNavigation } from '@remix-run/react';

/** A thin bar along the top edge while the next page is being loaded, and a word for those who can't see it. */
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
          {/* Late, so that a quick answer shows no flicker. */}
          <div className="h-full w-2/5 animate-progress bg-accent [animation-delay:150ms]" />
          <span className="sr-only">Đang tải trang…</span>
        </>
      )}
    </div>
  );
}
