import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { trustOf, type Trusts } from '../../backend/src/platform/network/trusted-proxies.js';
import { answerText } from './http/answer-text';
import { logError } from './http/log';
import { refuse, refusePage, refuseSocket } from './http/refuse';
import { hasBody } from './http/request-body';
import { idOfRequest, takeRequestId } from './http/request-id';
import { contentSecurityPolicy } from './http/security-headers';
import { setServerTiming, traceRequest } from './http/trace-request';
import { ArrivalQueue } from './limits/arrival-queue';
import type { Limits } from './limits/limits';
import { asksForRouteData, faultOf, isDecodable } from './limits/request-fault';
import { RequestShedder } from './limits/request-shedder';
import { noteDelay, watchRequest } from './metrics';
import { answerOperator } from './operator-paths';
import { isHashed } from './pages/build-files';
import { CachedHosts } from './pages/cached-hosts';
import { listenToCatalog } from './pages/catalog-events';
import { PageCache } from './pages/page-cache';
import { createPages } from './pages/pages';
import { isServiceWorker, removeWorker } from './pages/service-worker';
import { isBackendPath, meansBackend } from './proxy/backend-paths';
import { BackendProxy } from './proxy/backend-proxy';
import { withRenderLane } from './render/render-lane';
import type { Settings } from './settings';
import { openSite, type Site } from './site';

/** The memory of the page cache: about 600 product pages, each plain and in two encodings. */
const PAGE_MEMORY = 64 * 1024 * 1024;
/** Files have an extension. Of the pages, only the router's data requests (`/search.data`) have one. */
const FILE = /^[^?]*\.(?!data\b)[a-z0-9]+(\?|$)/i;

/**
 * Opens the shop's one public origin with its site.
 *
 * @param server the HTTP server; in development Vite's HMR uses a socket of it
 * @param limits bounds on visitors' resources; its renders are those of one render thread
 * @returns the front, and `close`, which also ends the render threads
 */
export async function openFront(settings: Settings, server: Server, limits: Limits) {
  const site = await openSite(settings, server);
  const runs = limits.renders.runs * settings.renderThreads;
  const front = new Front(settings, { ...limits, renders: { ...limits.renders, runs } }, site);
  return {
    front,
    close: async () => {
      front.close();
      await site.close();
    },
  };
}

/** The shop's one public origin: proxies backend paths, serves the build's files, and renders everything else as a page. */
export class Front {
  private readonly trusts: Trusts;
  private readonly backend: BackendProxy;
  private readonly arrivals: ArrivalQueue;
  private readonly shedder: RequestShedder;
  private readonly page: ReturnType<typeof createPages>;
  private readonly stopListening: () => void;

  constructor(
    private readonly settings: Settings,
    private readonly limits: Limits,
    private readonly site: Site,
  ) {
    const trusts = (this.trusts = trustOf(settings.trustProxy));
    this.backend = new BackendProxy(settings.backendUrl, trusts, limits);
    const cache = new PageCache(settings.development ? 0 : PAGE_MEMORY);
    this.stopListening = listenToCatalog(settings.backendUrl, {
      onChange: (change) => cache.change(change),
      onLive: (isLive) => cache.setLive(isLive),
    });
    this.arrivals = new ArrivalQueue((request, response) =>
      traceRequest(request, response, trusts, () => this.answer(request, response)),
    );
    this.shedder = new RequestShedder(() => this.arrivals.delayMs);
    this.shedder.onDelay = noteDelay;
    if (!settings.development) this.shedder.start();
    this.page = createPages({
      sheds: (request) => this.shedder.sheds(request),
      render: withRenderLane(site.render, trusts, limits),
      policy: contentSecurityPolicy(settings),
      cache,
      hosts: new CachedHosts(settings.publicHost),
      trusts,
      testPayments: settings.testPayments,
    });
  }

  /** A listener for the server's `request` events. */
  readonly request = (request: IncomingMessage, response: ServerResponse): void => {
    watchRequest(request, response);
    response.setHeader('X-Request-Id', takeRequestId(request, this.trusts));
    this.shedder.countInFlight(response);
    this.arrivals.add(request, response);
  };

  /** A listener for the server's `upgrade` events. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.startsWith('/ws/')) this.backend.upgrade(request, socket, head);
    else if (!this.settings.development) refuseSocket(socket, 400);
  };

  /** Stops measuring and listening, and closes the connections to the backend. */
  close(): void {
    this.shedder.stop();
    this.stopListening();
    this.backend.close();
  }

  /** Answers a request whose id is known. */
  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    const status = faultOf(request, this.limits);
    if (status) return refuse(response, status);
    if (answerOperator(request, response, this.settings)) return;
    if (isBackendPath(url)) {
      return this.shedder.sheds(request) ? refuse(response, 503) : this.backend.web(request, response);
    }
    if (meansBackend(url)) return refuse(response, 404);
    if (!isDecodable(url)) return refusePage(response, 404);
    if (asksForRouteData(url)) return refuse(response, 400);
    if (this.shedder.sheds(request, true)) return refusePage(response, 503);
    if (hasBody(request)) return void this.answerForm(request, response);
    this.answerFileOrPage(request, response);
  }

  /** Answers a page with the body of a submitted form. */
  private async answerForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const form = await this.backend.form(request, response);
      if (form) this.answerPage(request, response, form);
    } catch (error) {
      logError(error, idOfRequest(request));
      response.destroy();
    }
  }

  /** Answers with a file of the build or a page. In development Vite decides which. */
  private answerFileOrPage(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    const { development, serviceWorker } = this.settings;
    // Where the service worker is switched off, one that removes itself and its caches is served instead.
    if (isServiceWorker(url) && (development || !serviceWorker))
      return answerText(request, response, 200, removeWorker, 'text/javascript; charset=utf-8');
    const isFile = FILE.test(url);
    if (!this.backend.admit(request, response, isFile ? 'media' : 'pages')) return refusePage(response, 429);
    if (!development && !isFile) return this.answerPage(request, response);
    this.site.assets(request, response, () => {
      // Scripts and styles request these, so a rendered page would be wasted.
      if (!development && isHashed(url)) this.backend.asset(request, response);
      else this.answerPage(request, response);
    });
  }

  private answerPage(request: IncomingMessage, response: ServerResponse, form?: Buffer): void {
    setServerTiming(request, response);
    this.page(request, response, form).catch((error: unknown) => {
      const id = idOfRequest(request);
      if (!request.destroyed) logError(error, id);
      if (response.headersSent) response.destroy();
      else answerText(request, response, 500, `Có lỗi xảy ra. Vui lòng thử lại.\n\nMã lỗi: ${id}`);
    });
  }
}
