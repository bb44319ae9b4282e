import type { Router } from '@remix-run/router';
import { toast } from '~/components/feedback/toast';
import { ChunkLoadError } from '~/lib/chunk';
import { hasOfflineCopy, noteFreshData } from '~/lib/storage/offline-pages';
import type { HashHistory } from '../hash/hash-history';
import { isPassing } from './failed-load';
import { dismissLoadNotice, showLoadNotice } from './load-notice';
import { failedResults, failureIn, keepData, presentResults, unsentResults } from './load-results';
import type { DataStrategy, LoadResults, RouteMatch } from './load-results';
import { isGone, isReachable, loadRouteChunk, reloadOnce, type LoadRoute } from './route-chunks';
import { UndoableNavigation, pathAndQuery } from './undoable-navigation';

interface Options {
  router: () => Router;
  history: HashHistory;
  loadRoute?: LoadRoute;
  /** Loads a document. */
  open?: (path: string) => void;
  isGone?: typeof isGone;
}

let hasPage = () => false;

/**
 * Whether a client loader whose page can show a failure should throw it instead: then the page that is there stays. False
 * during the first load, and for a failure that may last, which would keep the visitor from the rest of the page.
 */
export const keepsPage = (error: unknown): boolean => hasPage() && isPassing(error);

/**
 * Wraps the router's data strategy, so that a failed load never takes the page that is there:
 * - a navigation ends where it began, and a notice offers to repeat it; one that opened a document ends so when the visitor steps back;
 * - a reload of the page's own data keeps the data that it has;
 * - a form that could not be sent keeps its input.
 */
export function keepPage(load: DataStrategy, options: Options): DataStrategy {
  const { router, history, loadRoute = loadRouteChunk } = options;
  const navigation = new UndoableNavigation(router, history);
  hasPage = () => router().state.initialized;

  return async (args) => {
    const { request, matches, fetcherKey } = args;
    const { initialized, loaderData, location } = router().state;
    const path = pathAndQuery(new URL(request.url));
    if (navigation.isRestoring(path)) return presentResults(matches, router());

    const isReload = path === pathAndQuery(location);
    const { results, missingChunk } = await loadWithCode(load, args, loadRoute);
    const failure = missingChunk?.error ?? failureIn(results);
    if (request.signal.aborted) return results;
    if (failure === undefined) {
      if (request.method === 'GET' && fetcherKey === null) noteSuccess(isReload);
      return results;
    }

    // During the first load there is no page to keep: the error is shown.
    if (!initialized) return results;
    if (request.method !== 'GET') {
      toast('Chưa gửi được. Những gì bạn đã nhập vẫn còn; hãy gửi lại khi có mạng.', { tone: 'danger' });
      return unsentResults(matches, fetcherKey, router());
    }
    if (isReload) {
      showLoadNotice('reload', () => void router().revalidate());
      return keepData(results, loaderData);
    }
    const isPartMissing = fetcherKey === null && isChunkMissing(results);
    const isDocument = await opensDocument(path, missingChunk, isPartMissing, options);
    if (isDocument) await untilShownAgain(request.signal);
    if (!request.signal.aborted) await navigation.undo({ hasFailed: !isDocument });
    return {};
  };
}

/**
 * Waits while another document takes this one's place: until the visitor steps back to this page and the browser has kept it whole,
 * or another navigation aborts the present one.
 */
function untilShownAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && end();
    const end = () => {
      window.removeEventListener('pageshow', onShow);
      resolve();
    };
    window.addEventListener('pageshow', onShow);
    signal.addEventListener('abort', end);
  });
}

/** The code of a route that could not be loaded. */
interface MissingChunk {
  id: string;
  error: unknown;
}

/** Loads the data and the code of the target's routes. A missing code ends it at once, as the error of every route. */
async function loadWithCode(
  load: DataStrategy,
  args: Parameters<DataStrategy>[0],
  loadRoute: LoadRoute,
): Promise<{ results: LoadResults; missingChunk?: MissingChunk }> {
  const dataLoads = load(args).then((results) => ({ results }));
  const chunkFails = firstMissingChunk(args.matches, loadRoute).then((missingChunk) => ({
    results: failedResults(missingChunk.error, args.matches),
    missingChunk,
  }));
  return Promise.race([dataLoads, chunkFails]);
}

/** Resolves when the code of one of the routes cannot be loaded, else never. */
function firstMissingChunk(matches: readonly RouteMatch[], loadRoute: LoadRoute): Promise<MissingChunk> {
  return new Promise((resolve) => {
    for (const { route } of matches) loadRoute(route.id).catch((error) => resolve({ id: route.id, error }));
  });
}

/** Takes away the notice of an earlier failure. A reload does not answer a navigation's: the visitor still wants to go there. */
function noteSuccess(isReload: boolean): void {
  dismissLoadNotice(isReload ? 'reload' : undefined);
  noteFreshData();
}

/** Whether a loader of the target could not load a part of its page. */
const isChunkMissing = (results: LoadResults): boolean =>
  Object.values(results).some(
    ({ type, result }) => type === 'error' && result instanceof ChunkLoadError && result.reason === 'missing',
  );

/**
 * Loads the target as a document where that shows more than the present page: its offline copy, or the present release when a
 * newer one has replaced the code.
 * @param missingChunk of a route @param isPartMissing of what a loader loads
 * @returns false when it does not
 */
async function opensDocument(
  path: string,
  missingChunk: MissingChunk | undefined,
  isPartMissing: boolean,
  options: Options,
): Promise<boolean> {
  const { open = (target) => window.location.assign(target) } = options;
  if (await hasOfflineCopy(path)) {
    open(path);
    return true;
  }
  if (missingChunk) return (await (options.isGone ?? isGone)(missingChunk.id)) && reloadOnce(path, open);
  return isPartMissing && (await isReachable()) && reloadOnce(path, open);
}
