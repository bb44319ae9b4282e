import { createPath, type AgnosticRouteMatch, type Location, type Router, type RouterInit } from '@remix-run/router';
import { toast } from '~/components/feedback/toast';
import { hasOfflineCopy, noteFreshData } from '~/lib/offline-pages';
import type { HashHistory } from '../hash/hash-history';
import { isFailedLoad, isPassing } from './failed-load';
import { dismissLoadNotice, showLoadNotice } from './load-notice';
import { isGone, loadRouteChunk, reloadOnce, type LoadRoute } from './route-chunks';

type Strategy = NonNullable<RouterInit['dataStrategy']>;
type Results = Awaited<ReturnType<Strategy>>;
type Match = AgnosticRouteMatch<string, { id: string }> & { shouldLoad: boolean };

interface Parts {
  router: () => Router;
  history: HashHistory;
  loadRoute?: LoadRoute;
  /** Loads a document. */
  open?: (path: string) => void;
  isGone?: typeof isGone;
}

let isStanding = () => false;

/**
 * Whether a client loader whose page can show a failure should throw it instead: then the page that is there stays. False
 * during the first load, and for a failure that may last, which would keep the visitor from the rest of the page.
 */
export const keepsPage = (error: unknown): boolean => isStanding() && isPassing(error);

/**
 * Wraps the router's data strategy, so that a failed load never takes the page that is there:
 * - a navigation ends where it began, and a notice offers to repeat it;
 * - a reload of the page's own data keeps the data that it has;
 * - a form that could not be sent keeps its input.
 */
export function keepPage(load: Strategy, parts: Parts): Strategy {
  const { router, history, loadRoute = loadRouteChunk, open = (path) => window.location.assign(path) } = parts;
  /** The location whose navigation is being taken back. */
  let restored: Location | undefined;
  history.keyOf = () => restored?.key;
  isStanding = () => router().state.initialized;

  return async (args) => {
    const { request, matches, fetcherKey } = args;
    const { initialized, loaderData, location: here } = router().state;
    const path = pathOf(request.url);
    if (restored && path === pageOf(restored)) return presentData(matches, router());

    const chunks = missingChunk(matches, loadRoute);
    const results = await Promise.race([load(args), chunks]);
    const missing = results instanceof ChunkFailure ? results : undefined;
    const loaded = missing ? {} : (results as Results);
    const failure = missing?.error ?? failureIn(loaded);
    if (request.signal.aborted) return loaded;
    if (failure === undefined) {
      if (request.method === 'GET' && !fetcherKey) {
        dismissLoadNotice(path === pageOf(here) ? 'reload' : undefined);
        noteFreshData();
      }
      return loaded;
    }
    if (!initialized) return missing ? failWith(missing.error, matches) : loaded;
    if (request.method !== 'GET') return unsent(matches, fetcherKey, router());
    if (path === pageOf(here)) {
      showLoadNotice('reload', () => void router().revalidate());
      return keptData(missing ? failWith(missing.error, matches) : loaded, loaderData);
    }
    if (await hasOfflineCopy(path)) {
      open(path);
      return pending;
    }
    if (missing && (await (parts.isGone ?? isGone)(missing.id)) && reloadOnce(path, open)) return pending;
    if (!request.signal.aborted) await takeBack();
    return {};
  };

  /** Ends the pending navigation at the page that it left. */
  async function takeBack() {
    const { location: here, navigation } = router().state;
    const target = navigation.location;
    const delta = await history.returnTo(here);
    showLoadNotice('navigation', () => repeat(target, delta));
    restored = here;
    try {
      await router().navigate(createPath(here), {
        replace: true,
        preventScrollReset: true,
        state: here.state as unknown,
      });
    } finally {
      restored = undefined;
    }
  }

  function repeat(target: Location | undefined, delta: number) {
    if (delta !== 0) history.go(delta);
    else if (target) void router().navigate(createPath(target), { state: target.state as unknown });
  }
}

const pageOf = ({ pathname, search }: Location) => pathname + search;

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The answer of a navigation that a document takes over. */
const pending = new Promise<never>(() => {});

class ChunkFailure {
  constructor(
    readonly id: string,
    readonly error: unknown,
  ) {}
}

/** Resolves when the code of one of the pages cannot be loaded, else never. */
function missingChunk(matches: readonly Match[], loadRoute: LoadRoute): Promise<ChunkFailure> {
  return new Promise((resolve) => {
    for (const { route } of matches) loadRoute(route.id).catch((error) => resolve(new ChunkFailure(route.id, error)));
  });
}

const failWith = (error: unknown, matches: readonly Match[]): Results =>
  Object.fromEntries(matches.map(({ route }) => [route.id, { type: 'error' as const, result: error }]));

/** What a retry may mend among the results; a redirect goes first. */
function failureIn(results: Results): unknown {
  const all = Object.values(results);
  if (all.some(({ result }) => result instanceof Response && result.status < 400)) return undefined;
  return all.find(({ type, result }) => type === 'error' && isFailedLoad(result))?.result;
}

/** What the page shows, as if it had just been loaded: its data, or the error that it shows. */
function presentData(matches: readonly Match[], { state: { loaderData, errors } }: Router): Results {
  const [error] = Object.values(errors ?? {}) as unknown[];
  const resultOf = (id: string): Results[string] =>
    loaderData[id] !== undefined || error === undefined
      ? { type: 'data', result: (loaderData[id] as unknown) ?? null }
      : { type: 'error', result: error };
  return Object.fromEntries(
    matches.filter(({ shouldLoad }) => shouldLoad).map(({ route }) => [route.id, resultOf(route.id)]),
  );
}

/** Puts the present data in place of what failed. A part that never loaded keeps its error. */
const keptData = (results: Results, loaderData: Router['state']['loaderData']): Results =>
  Object.fromEntries(
    Object.entries(results).map(([id, result]) => [
      id,
      result.type === 'error' && isFailedLoad(result.result) && loaderData[id] !== undefined
        ? { type: 'data' as const, result: loaderData[id] as unknown }
        : result,
    ]),
  );

/** The answer to a form that did not reach the server, when its page has none of its own: it stays as it was. */
function unsent(matches: readonly Match[], fetcherKey: string | null, { state }: Router): Results {
  toast('Chưa gửi được. Những gì bạn đã nhập vẫn còn; hãy gửi lại khi có mạng.', { tone: 'danger' });
  const before: unknown = fetcherKey === null ? null : state.fetchers.get(fetcherKey)?.data;
  const sent = matches.find(({ shouldLoad }) => shouldLoad);
  return sent ? { [sent.route.id]: { type: 'data', result: before ?? null } } : {};
}
