import type { AgnosticRouteMatch, Router, RouterInit } from '@remix-run/router';
import { isFailedLoad } from './failed-load';

/** Loads the data of a navigation's routes: the router's extension point for it. */
export type DataStrategy = NonNullable<RouterInit['dataStrategy']>;
/** By route: its data or its error. */
export type LoadResults = Awaited<ReturnType<DataStrategy>>;
/** A route of the target, with its code. */
export type RouteMatch = AgnosticRouteMatch<string, { id: string }> & { shouldLoad: boolean };

/** The same error for every route. */
export const failedResults = (error: unknown, matches: readonly RouteMatch[]): LoadResults =>
  Object.fromEntries(matches.map(({ route }) => [route.id, { type: 'error' as const, result: error }]));

/** The first error that a retry may mend. A redirect goes first: then there is none. */
export function failureIn(results: LoadResults): unknown {
  const all = Object.values(results);
  if (all.some(({ result }) => result instanceof Response && result.status < 400)) return undefined;
  return all.find(isFailure)?.result;
}

/** What the page shows, as if it had just been loaded: its data, or the error that it shows. */
export function presentResults(matches: readonly RouteMatch[], { state: { loaderData, errors } }: Router): LoadResults {
  const [error] = Object.values(errors ?? {}) as unknown[];
  const resultOf = (id: string): LoadResults[string] =>
    loaderData[id] !== undefined || error === undefined
      ? { type: 'data', result: (loaderData[id] as unknown) ?? null }
      : { type: 'error', result: error };
  const reloaded = matches.filter(({ shouldLoad }) => shouldLoad);
  return Object.fromEntries(reloaded.map(({ route }) => [route.id, resultOf(route.id)]));
}

/** Puts the present data in place of what failed. A part that never loaded keeps its error. */
export function keepData(results: LoadResults, loaderData: Router['state']['loaderData']): LoadResults {
  const kept = Object.entries(results).map(([id, result]) => {
    const data: unknown = loaderData[id];
    return [id, isFailure(result) && data !== undefined ? { type: 'data' as const, result: data } : result];
  });
  return Object.fromEntries(kept) as LoadResults;
}

/** The result of a form that did not reach the server: what its last submission returned, so that the page stays as it was. */
export function unsentResults(
  matches: readonly RouteMatch[],
  fetcherKey: string | null,
  { state }: Router,
): LoadResults {
  const before: unknown = fetcherKey === null ? null : state.fetchers.get(fetcherKey)?.data;
  const action = matches.find(({ shouldLoad }) => shouldLoad);
  return action ? { [action.route.id]: { type: 'data', result: before ?? null } } : {};
}

const isFailure = ({ type, result }: LoadResults[string]): boolean => type === 'error' && isFailedLoad(result);
