// Replaces "@remix-run/router" for @remix-run/react/browser.js (see web/vite/hash-history.ts).
import { createRouter as createRemixRouter, type Router } from '@remix-run/router';
import { keepPage } from './loading/keep-page';
import { loadingThrough, loadRouteChunk } from './loading/route-chunks';
import type { HashHistory } from './hash/hash-history';

export * from '@remix-run/router';
export { createHashHistory as createBrowserHistory } from './hash/hash-history';

/**
 * Remix's router, with a page that stays when a load fails (`keepPage`), and a fix for navigations during the first load.
 *
 * Until the first page's client loaders finish, Remix takes every load for theirs and calls no server loader. If a
 * guard redirects, or a link is followed meanwhile, the next page would render without its data. Remix decides by
 * `state.initialized`, so this router reports true during a navigation.
 */
export const createRouter: typeof createRemixRouter = (init) => {
  const router: Router = createRemixRouter({
    ...init,
    routes: loadingThrough(init.routes as Parameters<typeof loadingThrough>[0], loadRouteChunk),
    dataStrategy:
      init.dataStrategy && keepPage(init.dataStrategy, { router: () => router, history: init.history as HashHistory }),
  });
  return Object.create(router, {
    state: {
      get() {
        const { state } = router;
        return state.navigation.state === 'idle' ? state : { ...state, initialized: true };
      },
    },
  }) as typeof router;
};
