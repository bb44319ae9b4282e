import { get, type ClientRequest } from 'node:http';
import { get as getByTls } from 'node:https';
import { parseCatalogChange, type CatalogChange } from '../../../backend/src/platform/http-cache/catalog-change';

/** Milliseconds until a lost stream is reconnected, doubled after each failure up to the second number. */
const FIRST_RETRY = 100;
const LAST_RETRY = 2_000;
/** Milliseconds of silence after which the stream counts as dead. (The backend sends a comment every 10 s.) */
const SILENCE = 40_000;

interface Listener {
  /** Called when the catalogue changed. */
  onChange: (change: CatalogChange) => void;
  /** Called when the stream opens (true) or is lost (false). */
  onLive: (isLive: boolean) => void;
}

/**
 * Listens to the backend's server-sent events at `GET /internal/catalog-events` and reconnects when they break off.
 *
 * @param backendUrl the backend's URL, without a trailing slash
 * @returns stops listening
 */
export function listenToCatalog(backendUrl: string, { onChange, onLive }: Listener): () => void {
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retry = FIRST_RETRY;
  let isClosed = false;

  const open = backendUrl.startsWith('https:') ? getByTls : get;

  function connect() {
    request = open(`${backendUrl}/internal/catalog-events`, { headers: { accept: 'text/event-stream' }, agent: false });
    request.setTimeout(SILENCE, () => request?.destroy());
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request?.destroy();
        return;
      }
      retry = FIRST_RETRY;
      onLive(true);
      response.setEncoding('utf8');
      let rest = '';
      response.on('data', (text: string) => {
        const events = (rest + text).split('\n\n');
        rest = events.pop()!;
        for (const event of events) {
          const [, payload] = /^event: change\ndata: ?(.*)$/.exec(event) ?? [];
          if (payload !== undefined) onChange(parseCatalogChange(payload));
        }
      });
      response.on('error', () => {}); // 'close' follows
    });
    request.on('error', () => {}); // 'close' follows
    request.on('close', () => {
      if (isClosed) return;
      onLive(false);
      timer = setTimeout(connect, retry);
      timer.unref();
      retry = Math.min(retry * 2, LAST_RETRY);
    });
  }

  connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    request?.destroy();
  };
}
