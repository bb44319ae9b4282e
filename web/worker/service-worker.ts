import { OfflineCache } from './offline-cache';
import { treatmentOf } from './requests';

/** What the build puts in: its version, and the files of the shell. See web/vite/service-worker.ts. */
declare const BUILD: { version: string; shell: string[] };

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface MessageEventOfPage extends WorkerEvent {
  readonly data: unknown;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { navigationPreload?: { enable(): Promise<void> } };
  readonly location: Location;
}

const OFFLINE_PAGE = '/offline.html';
const worker = self as unknown as Worker;
const offline = new OfflineCache(BUILD.version, caches, (url, init) => fetch(url, init));
const { origin } = worker.location;

// A new worker takes over at once and nothing is reloaded: pages come from the network, files by their hash.
worker.addEventListener('install', (event) => {
  event.waitUntil(offline.cacheShell(BUILD.shell).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const start = async () => {
    await offline.clean();
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  event.waitUntil(start());
});

worker.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown; path?: unknown; pictures?: unknown } | null;
  if (message?.type === 'clear') event.waitUntil(offline.clear());
  if (message?.type === 'visited' && typeof message.path === 'string' && Array.isArray(message.pictures)) {
    const isOfMedia = (url: unknown) =>
      typeof url === 'string' && new URL(url, origin).href.startsWith(`${origin}/media/`);
    const pictures = message.pictures.filter(isOfMedia) as string[];
    event.waitUntil(offline.cacheVisited(message.path, pictures).catch(() => {})); // cached another time
  }
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (treatmentOf(request, origin)) {
    case 'asset':
      return event.respondWith(offline.asset(request));
    case 'shell':
      return event.respondWith(shellFile(request));
    case 'picture':
      return event.respondWith(offline.picture(request));
    case 'page':
      return event.respondWith(page(event));
    case 'document':
      return event.respondWith(load(event).catch(offlinePage));
    case 'backend':
      return event.respondWith(load(event));
    case 'none':
  }
});

const load = async ({ request, preloadResponse }: FetchEvent) => (await preloadResponse) ?? fetch(request);

const shellFile = (request: Request) =>
  fetch(request).catch(async () => (await offline.fromShell(request)) ?? Response.error());

/** A page that may be cached. While the server fails, too, the cached one is better than none. */
async function page(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const former = async () => {
    const cached = await offline.page(pathname);
    return cached && search ? Response.redirect(pathname) : cached;
  };
  const { generation } = offline;
  try {
    const response = await load(event);
    if (response.status >= 500) return (await former()) ?? response;
    if (!search) event.waitUntil(offline.cachePage(pathname, response.clone(), generation).catch(() => {})); // a full disk
    return response;
  } catch {
    return (await former()) ?? offlinePage();
  }
}

async function offlinePage(): Promise<Response> {
  const shell = await offline.fromShell(OFFLINE_PAGE);
  if (!shell) return Response.error();
  return new Response(shell.body, { status: 503, statusText: 'Offline', headers: shell.headers });
}
