import type { AgnosticDataRouteObject } from '@remix-run/router';
import { loadChunk } from '~/lib/chunk';

/** The session's key of the last document that was loaded because a chunk was gone. */
const RELOAD = 'chunkReload';
/** Milliseconds in which the same page is not loaded a second time for its chunk. */
const RELOAD_PAUSE_MS = 60_000;

/** Loads the code of a route's page, once. */
export type LoadRoute = (id: string) => Promise<unknown>;

/**
 * Loads the code of pages through `load` before Remix does. Remix itself reloads the whole document at the first failure:
 * input is lost, and without a network the browser's error page appears.
 */
export function loadingThrough(routes: AgnosticDataRouteObject[], load: LoadRoute): AgnosticDataRouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route;
    const through = lazy && (async () => (await load(route.id), lazy()));
    return Object.assign(route, lazy && { lazy: through }, children && { children: loadingThrough(children, load) });
  });
}

const underWay = new Map<string, Promise<unknown>>();

/** Loads the module of a route into Remix's own table. Concurrent calls share one load. @throws ChunkLoadError */
export const loadRouteChunk: LoadRoute = async (id) => {
  const { __remixManifest: manifest, __remixRouteModules: modules } = window;
  if (id in modules) return;
  const { module } = manifest.routes[id]!;
  const load = async () => {
    modules[id] = await loadChunk(() => import(/* @vite-ignore */ module) as Promise<(typeof modules)[string]>);
  };
  const loading = underWay.get(id) ?? load().finally(() => underWay.delete(id));
  underWay.set(id, loading);
  await loading;
};

/** True when the server answers, but no longer has the module: a newer release has replaced it. */
export async function isGone(id: string): Promise<boolean> {
  const status = await statusOf(window.__remixManifest.routes[id]!.module);
  return status === 404 || status === 410;
}

/**
 * True when the server answers. A chunk that three attempts did not bring is gone then, or the browser remembers its first
 * failure; which file it is, only some browsers tell.
 */
export async function isReachable(): Promise<boolean> {
  const status = await statusOf(window.__remixManifest.entry.module);
  return status !== null && status < 500;
}

async function statusOf(address: string): Promise<number | null> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status;
  } catch {
    return null;
  }
}

/**
 * Loads a page as a document, which brings the code of the present release.
 * @param path of the page @param now a clock in milliseconds
 * @returns false when that was just done for the same page: it would go in circles
 */
export function reloadOnce(path: string, open: (path: string) => void, now = Date.now()): boolean {
  try {
    const last = JSON.parse(sessionStorage.getItem(RELOAD) ?? '{}') as { path?: string; at?: number } | null;
    if (last?.path === path && now - (last.at ?? 0) < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOAD, JSON.stringify({ path, at: now }));
  } catch {
    return false; // nothing can be remembered, so nothing would end the circle
  }
  open(path);
  return true;
}
