import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { trustOf } from '../../backend/src/platform/config/trusted-proxies.js';
import { isBackendPath, meansBackend } from './proxy/backend-paths';
import { BackendProxy } from './proxy/backend-proxy';
import { serveFiles, type Middleware } from './pages/build-files';
import { BUILD } from '../../backend/src/platform/metrics/build-info.js';
import { answerMetrics, noteDelay, watchRequest } from './metrics';
import { faultOf } from './limits/request-fault';
import { listenToCatalog } from './pages/catalog-events';
import { fileHeaders } from './pages/file-headers';
import type { Limits } from './limits/limits';
import { ArrivalQueue } from './limits/arrival-queue';
import { RequestShedder } from './limits/request-shedder';
import { CachedHosts } from './pages/cached-hosts';
import { PageCache } from './pages/page-cache';
import { createPages } from './pages/pages';
import { refuse, refusePage, refuseSocket } from './refuse';
import { logError } from './log';
import { idOfRequest, takeRequestId } from './request-id';
import { hasBody } from './proxy/request-body';
import { createRenderer, type Renderer } from './render/renderer';
import { setServerTiming, traceRequest } from './trace-request';
import { withRenderLane } from './render/render-lane';
import { startRenderThreads } from './render/render-threads';
import { contentSecurityPolicy } from './pages/security-headers';
import type { Settings } from './settings';
import { removeWorker } from './pages/remove-worker';

/** The memory of the page cache: about 600 product pages, each plain and in two encodings. */
const PAGE_MEMORY = 64 * 1024 * 1024;
/** Files have an extension. Of the pages, only the router's data requests (`/search.data`) have one. */
const FILE = /^[^?]*\.(?!data\b)[a-z0-9]+(\?|$)/i;
/** The service worker. Where it is switched off, one that removes itself and its caches is served instead. */
const WORKER = /^\/sw\.js(\?|$)/;
const METRICS = /^\/metrics\/?(\?|$)/;
/** The liveness check tests this process alone, so that an unreachable backend does not restart the web servers. */
const LIVENESS = /^\/healthz\/?(\?|$)/;
const LIVENESS_BODY = JSON.stringify({ status: 'ok', ...BUILD });

/**
 * The shop's one public origin: proxies backend paths, serves the build's files, and renders everything else as a page.
 *
 * @param server the HTTP server; in development Vite's HMR uses a socket of it
 * @param limits bounds on visitors' resources
 * @returns listeners for the server's `request` and `upgrade` events, and `close`
 */
export async function createFront(settings: Settings, server: Server, limits: Limits) {
  const { render, assets, close } = settings.development
    ? await serveSources(settings, server)
    : await serveBuild(settings);
  const runs = limits.renders.runs * settings.renderThreads;
  const front = createFrontFor(settings, { ...limits, renders: { ...limits.renders, runs } }, { render, assets });
  return {
    ...front,
    close: async () => {
      front.close();
      await close();
    },
  };
}

/** The front of a given site. @param site the page renderer, and the middleware that serves files or calls `next` */
export function createFrontFor(settings: Settings, limits: Limits, site: { render: Renderer; assets: Middleware }) {
  const trusts = trustOf(settings.trustProxy);
  const backend = new BackendProxy(settings.backendUrl, trusts, limits);
  const cache = new PageCache(settings.development ? 0 : PAGE_MEMORY);
  const stopListening = listenToCatalog(settings.backendUrl, {
    onChange: (change) => cache.change(change),
    onInformed: (isInformed) => cache.setInformed(isInformed),
  });
  const arrivals = new ArrivalQueue((request, response) =>
    traceRequest(request, response, trusts, () => answer(request, response)),
  );
  const shedder = new RequestShedder(() => arrivals.waitMs);
  shedder.onDelay = noteDelay;
  if (!settings.development) shedder.start();
  const page = createPages({
    refuses: (request) => shedder.refuses(request),
    render: withRenderLane(site.render, trusts, limits),
    policy: contentSecurityPolicy(settings),
    cache,
    hosts: new CachedHosts(settings.publicHost),
    trusts,
    testPayments: settings.testPayments,
  });

  function answerPage(request: IncomingMessage, response: ServerResponse, form?: Buffer) {
    setServerTiming(request, response);
    page(request, response, form).catch((error: unknown) => {
      const id = idOfRequest(request);
      if (!request.destroyed) logError(error, id);
      if (response.headersSent) response.destroy();
      else answerText(request, response, 500, `Có lỗi xảy ra. Vui lòng thử lại.\n\nMã lỗi: ${id}`);
    });
  }

  /** Answers a page with the body of a submitted form. */
  async function answerForm(request: IncomingMessage, response: ServerResponse) {
    try {
      const form = await backend.form(request, response);
      if (form) answerPage(request, response, form);
    } catch (error) {
      logError(error, idOfRequest(request));
      response.destroy();
    }
  }

  /** Answers with a file of the build or a page. In development Vite decides which. */
  function answerFileOrPage(request: IncomingMessage, response: ServerResponse) {
    const { url = '' } = request;
    if (WORKER.test(url) && (settings.development || !settings.serviceWorker))
      return answerText(request, response, 200, removeWorker, 'text/javascript; charset=utf-8');
    const isFile = FILE.test(url);
    if (!backend.admit(request, response, isFile ? 'media' : 'pages')) return refusePage(response, 429);
    if (!settings.development && !isFile) return answerPage(request, response);
    site.assets(request, response, () => answerPage(request, response));
  }

  /** Answers a request whose id is known. */
  function answer(request: IncomingMessage, response: ServerResponse) {
    const { url = '' } = request;
    const status = faultOf(request, limits);
    if (status) return refuse(response, status);
    if (answerOwn(request, response, settings)) return;
    if (isBackendPath(url)) {
      return shedder.refuses(request) ? refuse(response, 503) : backend.web(request, response);
    }
    if (meansBackend(url)) return refuse(response, 404);
    if (shedder.refuses(request, true)) return refusePage(response, 503);
    if (hasBody(request)) return void answerForm(request, response);
    answerFileOrPage(request, response);
  }

  return {
    request: (request: IncomingMessage, response: ServerResponse) => {
      watchRequest(request, response);
      response.setHeader('X-Request-Id', takeRequestId(request, trusts));
      shedder.count(response);
      arrivals.add(request, response);
    },
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.startsWith('/ws/')) backend.upgrade(request, socket, head);
      else if (!settings.development) refuseSocket(socket, 400);
    },
    close: () => {
      shedder.stop();
      stopListening();
      backend.close();
    },
  };
}

/** Answers the liveness check and the metrics. @returns false for any other request */
function answerOwn(request: IncomingMessage, response: ServerResponse, { metricsToken }: Settings): boolean {
  const { url = '' } = request;
  if (hasBody(request)) return false;
  if (LIVENESS.test(url)) {
    answerText(request, response, 200, LIVENESS_BODY, 'application/json');
    return true;
  }
  if (!METRICS.test(url)) return false;
  answerMetrics(request, response, metricsToken).catch(() => response.destroy());
  return true;
}

function setHeaders(request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of fileHeaders(request)) response.setHeader(name, value);
}

/** The service worker fetches the pictures of pages, under the policy of its own file. */
function allowMediaOrigin(response: ServerResponse, { mediaOrigin }: Settings) {
  const policy = response.getHeader('Content-Security-Policy');
  if (mediaOrigin)
    response.setHeader('Content-Security-Policy', `${String(policy)}; connect-src 'self' ${mediaOrigin}`);
}

function answerText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
) {
  setHeaders(request, response);
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
}

/** Serves the build next to this file. */
async function serveBuild(settings: Settings) {
  const beside = (file: string) => new URL(file, import.meta.url);
  const files = serveFiles(fileURLToPath(beside('./client')), fileURLToPath(beside('../..')));
  const assets: Middleware = (request, response, next) => {
    setHeaders(request, response);
    if (WORKER.test(request.url ?? '')) allowMediaOrigin(response, settings);
    files(request, response, next);
  };
  const build = beside('./server/index.js').href;
  const data = { build, backendUrl: settings.backendUrl };
  return { assets, ...(await startRenderThreads(beside('./render-thread.js'), data, settings.renderThreads)) };
}

/** Serves the sources through Vite, with reload on change, and renders in this thread. */
async function serveSources({ backendUrl }: Settings, server: Server) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>;
  const render = createRenderer(build, 'development', backendUrl);
  return { render, assets: vite.middlewares as Middleware, close: () => vite.close() };
}
