import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { createBackendProxy, isBackendPath } from './backend-proxy';
import { serveFiles, type Middleware } from './build-files';
import { listenToCatalog } from './catalog-events';
import { PageCache } from './page-cache';
import { createPages } from './pages';
import { contentSecurityPolicy, securityHeaders } from './security-headers';
import type { Settings } from './settings';

/** Memory for rendered pages: some two thousand product pages, plain and compressed. */
const PAGE_MEMORY = 64 * 1024 * 1024;
/** For answers that are no page: opened by themselves they run nothing but this origin's files (the API's own page). */
const FILES_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** Files have an ending; of the pages, only what the router fetches (`/search.data`) does. */
const FILE = /\.(?!data\b)[a-z0-9]+(\?|$)/i;
/** What a Host header may hold: names, numbers, an IPv6 address in brackets, a port. */
const HOST = /^[a-z0-9.\-_]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i;

/**
 * The shop's one public origin: backend paths are passed on, files come from the build, all else is a page.
 *
 * @param server whose requests this answers; in development Vite speaks with the browser over a socket of it
 * @returns listeners for its `request` and `upgrade` events, and what to close with it
 */
export async function createFront(settings: Settings, server: Server) {
  const { build, assets, close } = settings.development ? await serveSources(server) : await serveBuild();
  const backend = createBackendProxy(settings.backendUrl, settings.trustsProxy);
  const cache = new PageCache(settings.development ? 0 : PAGE_MEMORY);
  const stopListening = listenToCatalog(settings.backendUrl, {
    onChange: () => cache.clear(),
    onInformed: (isInformed) => cache.setInformed(isInformed),
  });
  const page = createPages({
    render: createRequestHandler(build, settings.development ? 'development' : 'production'),
    policy: contentSecurityPolicy(settings),
    cache,
    trustsProxy: settings.trustsProxy,
    testPayments: settings.testPayments,
  });

  function answerPage(request: IncomingMessage, response: ServerResponse) {
    page(request, response).catch((error: unknown) => {
      if (!request.destroyed) console.error(error);
      if (response.headersSent) response.destroy();
      else answerText(request, response, 500, 'Có lỗi xảy ra. Vui lòng thử lại.');
    });
  }

  return {
    request: (request: IncomingMessage, response: ServerResponse) => {
      const { url = '', headers } = request;
      if (!url.startsWith('/') || !HOST.test(headers.host ?? 'localhost')) {
        return answerText(request, response, 400, 'Yêu cầu không hợp lệ.');
      }
      if (isBackendPath(url)) {
        setHeaders(request, response);
        return backend.web(request, response);
      }
      if (!settings.development && !FILE.test(url)) return answerPage(request, response);
      assets(request, response, () => answerPage(request, response));
    },
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.startsWith('/ws/')) backend.upgrade(request, socket, head);
      else if (!settings.development) socket.destroy();
    },
    close: async () => {
      stopListening();
      backend.close();
      await close();
    },
  };
}

function setHeaders(request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of securityHeaders(request)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', FILES_POLICY);
}

function answerText(request: IncomingMessage, response: ServerResponse, status: number, text: string) {
  setHeaders(request, response);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text);
}

/** The build beside this file. */
async function serveBuild() {
  const beside = (file: string) => new URL(file, import.meta.url);
  const files = serveFiles(fileURLToPath(beside('./client')), fileURLToPath(beside('../..')));
  const assets: Middleware = (request, response, next) => {
    setHeaders(request, response);
    files(request, response, next);
  };
  const build = (await import(beside('./server/index.js').href)) as ServerBuild;
  return { build, assets, close: async () => {} };
}

/** The sources through Vite, reloaded on change. */
async function serveSources(server: Server) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>;
  return { build, assets: vite.middlewares as Middleware, close: () => vite.close() };
}
