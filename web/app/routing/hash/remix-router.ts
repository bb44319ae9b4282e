// Replaces "@remix-run/router" for @remix-run/react/browser.js (see web/vite/hash-history.ts).
import { createRouter as createRemixRouter } from '@remix-run/router';

export * from '@remix-run/router';
export { createHashHistory as createBrowserHistory } from './hash-history';

/**
 * Remix's router with a fix for navigations during the first load.
 *
 * Until the first page's client loaders finish, Remix takes every load for theirs and calls no server loader. If a
 * guard redirects, or a link is followed meanwhile, the next page would render without its data. Remix decides by
 * `state.initialized`, so this router reports true during a navigation.
 */
export const createRouter: typeof createRemixRouter = (init) => {
  const router = createRemixRouter(init);
  return Object.create(router, {
    state: {
      get() {
        const { state } = router;
        return state.navigation.state === 'idle' ? state : { ...state, initialized: true };
      },
    },
  }) as typeof router;
};
