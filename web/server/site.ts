import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { fileHeaders } from './http/file-headers';
import { serveFiles, type Middleware } from './pages/build-files';
import { isServiceWorker } from './pages/service-worker';
import { createRenderer, type Renderer } from './render/renderer';
import { startRenderThreads } from './render/render-threads';
import type { Settings } from './settings';

/** What the web server shows: its pages and its files. */
export interface Site {
  render: Renderer;
  /** Serves a file, or calls `next` where there is none. */
  assets: Middleware;
}

/** A site with what runs for it, which `close` ends. */
type RunningSite = Site & { close: () => Promise<unknown> };

/**
 * Opens the site: the build next to this file, or in development the sources.
 *
 * @param server the HTTP server, of which Vite's HMR uses a socket
 */
export const openSite = (settings: Settings, server: Server): Promise<RunningSite> =>
  settings.development ? serveSources(settings, server) : serveBuild(settings);

/** Serves the build next to this file. */
async function serveBuild(settings: Settings): Promise<RunningSite> {
  const beside = (file: string) => new URL(file, import.meta.url);
  const files = serveFiles(fileURLToPath(beside('./client')), fileURLToPath(beside('../..')));
  const assets: Middleware = (request, response, next) => {
    setFileHeaders(request, response);
    if (isServiceWorker(request.url ?? '')) allowMediaOrigin(response, settings);
    files(request, response, next);
  };
  const build = beside('./server/index.js').href;
  const data = { build, backendUrl: settings.backendUrl, logLevel: settings.logLevel };
  return { assets, ...(await startRenderThreads(beside('./render-thread.js'), data, settings.renderThreads)) };
}

/** Serves the sources through Vite, with reload on change, and renders in this thread. */
async function serveSources({ backendUrl }: Settings, server: Server): Promise<RunningSite> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>;
  const render = createRenderer(build, 'development', backendUrl);
  return { render, assets: vite.middlewares, close: () => vite.close() };
}

function setFileHeaders(request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of fileHeaders(request)) response.setHeader(name, value);
}

/** The service worker fetches the pictures of pages, under the policy of its own file. */
function allowMediaOrigin(response: ServerResponse, { mediaOrigin }: Settings) {
  const policy = response.getHeader('Content-Security-Policy');
  if (mediaOrigin)
    response.setHeader('Content-Security-Policy', `${String(policy)}; connect-src 'self' ${mediaOrigin}`);
}
