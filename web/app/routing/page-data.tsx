import { toast } from '~/components/feedback/toast';

/** Longer than anybody stays on a page, and no more than a timer can be set to. */
const UNTIL_RETRIED = 2 ** 31 - 1;
/** Statuses of a server that is busy or restarting, or has as much to do for one address as it may. Those of a page that broke, and of one that is not there, are shown. */
const PASSING = new Set([429, 502, 503, 504]);

/** Those who wait for the visitor to try again. */
const waiting = new Set<() => void>();
let dismiss: (() => void) | undefined;

function retryAll() {
  dismiss?.();
  dismiss = undefined;
  for (const retry of waiting) retry();
}

/**
 * Waits until the visitor presses "Thử lại" or the device is online again.
 * @param signal of the navigation: another link ends the wait
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

/** Whether a request asks for the data of a page to come; what sends something must not be repeated. */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? 'GET').toUpperCase() !== 'GET') return false;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith('.data');
}

/**
 * Keeps the page that is there when the data of the next one cannot be loaded: the visitor is told, and retries without
 * losing anything. Remix would replace the page by its error page. Call it once, before hydration.
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
