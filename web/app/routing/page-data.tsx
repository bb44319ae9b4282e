import { toast } from '~/components/feedback/toast';

/** The longest possible timer: the toast stays until a retry. */
const UNTIL_RETRIED = 2 ** 31 - 1;
/** Temporary statuses: overloaded, restarting or rate limited. Others (404, 500) show their error page. */
const PASSING = new Set([429, 502, 503, 504]);

/** Requests that wait for a retry. */
const waiting = new Set<() => void>();
let dismiss: (() => void) | undefined;

function retryAll() {
  dismiss?.();
  dismiss = undefined;
  for (const retry of waiting) retry();
}

/**
 * Waits until the visitor presses "Thử lại" or the device is online again.
 * @param signal of the navigation: another navigation ends the wait
 */
function retried(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      waiting.delete(retry);
      window.removeEventListener('online', retryAll);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const retry = end(resolve);
    const abort = end(() => {
      if (waiting.size === 0) dismiss?.();
      reject(signal?.reason as Error);
    });
    waiting.add(retry);
    window.addEventListener('online', retryAll);
    signal?.addEventListener('abort', abort);
    dismiss = toast('Không tải được trang. Trang hiện tại vẫn được giữ.', {
      tone: 'danger',
      stayMs: UNTIL_RETRIED,
      action: (
        <button type="button" className="min-h-9 font-medium underline underline-offset-4" onClick={retryAll}>
          Thử lại
        </button>
      ),
    });
  });
}

/** Whether a request loads page data. Requests that send data must not be repeated. */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? 'GET').toUpperCase() !== 'GET') return false;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith('.data');
}

/**
 * Keeps the current page when the data of the next one fails to load, and offers a retry. Remix alone would replace the
 * page by its error page. It wraps `window.fetch`: call it once, before hydration.
 */
export function keepPageWhileLoading(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isPageData(input, init)) return fetch(input, init);
    for (;;) {
      try {
        const response = await fetch(input, init);
        if (!PASSING.has(response.status)) return response;
      } catch (error) {
        if (init?.signal?.aborted) throw error;
      }
      await retried(init?.signal);
    }
  };
}
