import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useHydrated } from '~/lib/use-hydrated';
import { useTopDialog } from '~/lib/open-dialogs';
import { createStore } from '~/lib/storage/create-store';

/** How long a toast stays; the admin pages use 3000. */
export const STAY_MS = 5_000;

/** How long a toast with something to press stays: it must be found first, also by keyboard. */
const ACTION_STAY_MS = 20_000;

interface Toast {
  id: number;
  tone: 'success' | 'danger';
  text: string;
  action?: ReactNode;
  isOneLine?: boolean;
  stayMs: number;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

const pause = (id: number) => clearTimeout(timers.get(id));

function dismiss(id: number) {
  pause(id);
  timers.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Lets a toast stay its whole time from now, unless somebody is still at it. */
function resume(toast: Toast, element?: Element) {
  if (element?.matches(':hover, :focus-within')) return;
  pause(toast.id);
  timers.set(
    toast.id,
    setTimeout(() => dismiss(toast.id), toast.stayMs),
  );
}

/**
 * Shows a message in the top right corner for a while. It stays while it is pointed at or has the focus.
 * @param options `tone` (default success), `action` a link or button below the message, or beside it if `isOneLine`,
 *   `stayMs` (default 5 seconds, 20 with an action; shorter only where the page has the same action elsewhere)
 * @returns a function that removes it early
 */
export function toast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}) {
  const { tone = 'success', action, isOneLine, stayMs = action ? ACTION_STAY_MS : STAY_MS } = options;
  const id = ++lastId;
  // The same message replaces the one on screen. At most three are shown together.
  const added = { id, tone, text, action, isOneLine, stayMs };
  toasts.set([
    ...toasts
      .get()
      .filter((shown) => shown.text !== text)
      .slice(-2),
    added,
  ]);
  resume(added);
  return () => dismiss(id);
}

/**
 * The container of toasts, once per document. Always there once the page works, because screen readers announce only known live
 * regions. It moves into the topmost open dialog, which covers the rest of the page.
 */
export function Toaster() {
  const shown = toasts.use();
  const dialog = useTopDialog();
  const isHydrated = useHydrated();
  /** What had the focus before a toast got it. */
  const cameFrom = useRef<Element | null>(null);
  const host = useMemo(() => (isHydrated ? document.createElement('div') : null), [isHydrated]);
  useLayoutEffect(() => {
    if (!host) return;
    (dialog ?? document.body).append(host);
    return () => host.remove();
  }, [host, dialog]);
  if (!host) return null;
  return createPortal(
    <div
      aria-live="polite"
      role="status"
      // Below the page's header, and above the fields of a dialog.
      className={`pointer-events-none fixed right-3 left-3 z-50 grid justify-items-end gap-2 sm:left-auto ${dialog ? 'top-1' : 'top-16'}`}
    >
      {shown.map((one) => (
        <div
          key={one.id}
          onMouseEnter={() => pause(one.id)}
          onMouseLeave={({ currentTarget }) => resume(one, currentTarget)}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
            pause(one.id);
          }}
          onBlur={({ currentTarget }) => resume(one, currentTarget)}
          className="pointer-events-auto flex w-full max-w-sm animate-toast items-start gap-3 rounded-lg border border-line bg-surface p-3 shadow-sheet sm:w-sm"
        >
          <Mark tone={one.tone} />
          <div className={`min-w-0 flex-1 ${one.isOneLine ? 'flex flex-wrap items-baseline gap-x-1.5' : ''}`}>
            <p className="font-medium">{one.text}</p>
            {one.isOneLine && <span aria-hidden="true">·</span>}
            {one.action && <div className={one.isOneLine ? '' : 'mt-1 text-sm'}>{one.action}</div>}
          </div>
          <button
            type="button"
            aria-label="Đóng thông báo"
            onClick={() => {
              dismiss(one.id);
              (cameFrom.current as HTMLElement | null)?.focus();
            }}
            className="-m-2 grid size-10 place-content-center text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      ))}
    </div>,
    host,
  );
}

function Mark({ tone }: Pick<Toast, 'tone'>) {
  const [Icon, color] = tone === 'success' ? [CircleCheck, 'text-accent'] : [CircleAlert, 'text-signal'];
  return <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${color}`} />;
}
