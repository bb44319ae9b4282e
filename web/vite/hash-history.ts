import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const REMIX_BROWSER = /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]browser\.js$/;

/**
 * Gives `RemixBrowser` the hash history. It makes its history by `createBrowserHistory()` and takes no other, so its
 * import of `@remix-run/router`, and only that import, is answered by `app/routing/remix-router.ts`. An alias, because
 * Vite's pre-bundling for development honours aliases and no other hook.
 */
export function hashHistory(): Plugin {
  const substitute = fileURLToPath(new URL('../app/routing/remix-router.ts', import.meta.url));
  let isClientBuild = false;
  let isSubstituted = false;
  return {
    name: 'hash-history',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@remix-run\/router$/,
            replacement: '@remix-run/router',
            customResolver(_source, importer) {
              if (!importer || !REMIX_BROWSER.test(importer)) return null;
              isSubstituted = true;
              return substitute;
            },
          },
        ],
      },
    }),
    configResolved(config) {
      isClientBuild = config.command === 'build' && !config.build.ssr;
    },
    buildEnd(error) {
      if (isClientBuild && !error && !isSubstituted) {
        this.error('@remix-run/react no longer imports its history from @remix-run/router in browser.js');
      }
    },
  };
}
