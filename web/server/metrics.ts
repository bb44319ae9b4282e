import type { IncomingMessage, ServerResponse } from 'node:http';
import prometheus, { type Registry } from 'prom-client';
import { registerBuildInfo } from '../../backend/src/platform/metrics/build-info.js';
import { registerEventLoopDelay } from '../../backend/src/platform/metrics/event-loop-delay.js';
import { countRequest } from '../../backend/src/platform/metrics/http-metrics';
import { mayReadMetrics } from '../../backend/src/platform/metrics/metrics-access';
import { events } from '../../backend/src/platform/metrics/registry';
import { refuse } from './http/refuse';
import { routeOf } from './http/request-route';

/** Counts a request when its response ends. The route is a kind of page or file, or the first part of a backend path. */
export function watchRequest(request: IncomingMessage, response: ServerResponse): void {
  const since = performance.now();
  response.once('finish', () => {
    const { method, url = '' } = request;
    countRequest({ method, route: routeOf(url), status: response.statusCode, since });
  });
}

let registry: Registry | undefined;
/** Nobody reads the delays before the first scrape. */
let note: ((seconds: number) => void) | undefined;

/** Notes how late the event loop came to a timer, in seconds. */
export const noteDelay = (seconds: number): void => note?.(seconds);

/** Answers `/metrics` to who has the token; 404 to everyone else, because this server is public. */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
): Promise<void> {
  if (token === undefined || !mayReadMetrics(request, token)) return refuse(response, 404);
  registry ??= createRegistry();
  const text = (await events.metrics()) + (await registry.metrics());
  response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
}

function createRegistry(): Registry {
  const created = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: created });
  registerBuildInfo(created);
  note = registerEventLoopDelay(created);
  return created;
}
