import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';

const BACKEND_PATH = /^\/(api|auth|ws|media|sandbox|healthz|readyz)(\/|\?|$)/;
const SENTENCE = 'Hệ thống đang bận hoặc đang khởi động lại. Vui lòng thử lại sau ít phút.';
const UNAVAILABLE = JSON.stringify({ detail: SENTENCE, error: SENTENCE });

/** A path that climbs could mean another one to the backend than to us. */
const CLIMBS = /^[^?]*[/\\](\.|%2e){2}([/\\?]|%2f|%5c|$)/i;

/** Whether the backend answers this path. Its `/internal` is not among them: that is for this server alone. */
export const isBackendPath = (url: string) => BACKEND_PATH.test(url) && !CLIMBS.test(url);

/**
 * Passes requests and sockets on to the backend. While it can't be reached, callers get 503 with the contract's error
 * body, health checks too.
 *
 * @param trustsProxy whether the X-Forwarded headers that arrive are an edge's word; if not, they are replaced
 */
export function createBackendProxy(backendUrl: string, trustsProxy: boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, scheduling: 'lifo' });
  const proxy = createProxyServer({ target: backendUrl, agent });
  proxy.on('proxyRes', (answer) => {
    delete answer.headers['x-powered-by'];
    delete answer.headers['keep-alive']; // of the connection between the two servers
  });
  proxy.on('error', (_error, _request, response) => {
    if (response && 'writeHead' in response && !response.headersSent) answerUnavailable(response);
    else response?.destroy();
  });

  return {
    web(request: IncomingMessage, response: ServerResponse) {
      setForwarded(request, trustsProxy);
      // A failure has been answered by the error listener when the promise rejects.
      proxy.web(request, response).catch(() => response.destroy());
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      setForwarded(request, trustsProxy);
      proxy.ws(request, socket as Socket, {}, head).catch(() => socket.destroy());
    },
    close: () => agent.destroy(),
  };
}

function answerUnavailable(response: ServerResponse) {
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '5',
  });
  response.end(UNAVAILABLE);
}

/** Tells the backend who called, so that rate limits and links in mails hold for the visitor and not for this server. */
function setForwarded({ headers, socket }: IncomingMessage, trustsProxy: boolean) {
  const caller = socket.remoteAddress ?? '';
  const before = trustsProxy ? headers['x-forwarded-for'] : undefined;
  headers['x-forwarded-for'] = before ? `${before.toString()}, ${caller}` : caller;
  if (!trustsProxy || !headers['x-forwarded-proto']) headers['x-forwarded-proto'] = 'http';
  if (!trustsProxy || !headers['x-forwarded-host']) headers['x-forwarded-host'] = headers.host ?? '';
  delete headers.forwarded;
}
