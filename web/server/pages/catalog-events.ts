import { get, type ClientRequest } from 'node:http';

/** Milliseconds until a lost stream is asked for again, doubled after each failure up to the second number. */
const FIRST_RETRY = 100;
const LAST_RETRY = 2_000;
/** Milliseconds without a word (the backend sends a comment at least every 15 s) after which the stream is dead. */
const SILENCE = 40_000;

interface Listener {
  /** The catalogue changed. */
  onChange: () => void;
  /** The stream stands, or was lost. */
  onInformed: (isInformed: boolean) => void;
}

/**
 * Listens to the backend's server-sent events `GET /internal/catalog-events` and asks again whenever they break off.
 *
 * @param backendUrl where the backend listens, without a trailing slash
 * @returns ends the listening
 */
export function listenToCatalog(backendUrl: string, { onChange, onInformed }: Listener): () => void {
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retry = FIRST_RETRY;
  let isClosed = false;

  function connect() {
    request = get(`${backendUrl}/internal/catalog-events`, { headers: { accept: 'text/event-stream' }, agent: false });
    request.setTimeout(SILENCE, () => request?.destroy());
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request?.destroy();
        return;
      }
      retry = FIRST_RETRY;
      onInformed(true);
      response.setEncoding('utf8');
      let rest = '';
      response.on('data', (text: string) => {
        const lines = (rest + text).split(/\r\n|\n|\r/);
        rest = lines.pop()!;
        if (lines.some((line) => /^event: ?change$/.test(line))) onChange();
      });
      response.on('error', () => {}); // 'close' follows
    });
    request.on('error', () => {}); // 'close' follows
    request.on('close', () => {
      if (isClosed) return;
      onInformed(false);
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
