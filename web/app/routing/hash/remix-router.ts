// What @remix-run/react/browser.js sees as "@remix-run/router" (see web/vite/hash-history.ts).
import { createRouter as createRemixRouter } from '@remix-run/router';

export * from '@remix-run/router';
export { createHashHistory as createBrowserHistory } from './hash-history';

/**
 * Remix's router, which also loads a page that is asked for before the first one has settled.
 *
 * Until the client loaders of the first page are done, Remix takes every load for theirs and calls no server loader:
 * where one of them redirects (a guard), or a link is followed meanwhile, the next page would appear without its data.
 * Remix decides by `state.initialized`; during a navigation, which the first page's own loads are not, it is told true.
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
