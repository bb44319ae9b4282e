import type { Plugin } from 'vite';

const LIBRARIES = /node_modules[\\/](@remix-run[\\/](react|router)|react-router(-dom)?)[\\/].*\.js$/;
/** Remix's flags in `vite.config.ts`, and the router's that Remix switches on itself. */
const FLAG =
  /\b(?:\w+\.)*future\.(v3_(?:singleFetch|fetcherPersist|relativeSplatPath)|v7_(?:fetcherPersist|normalizeFormMethod|partialHydration|prependBasename|relativeSplatPath|skipActionErrorRevalidation))\b(?!\s*[:=](?!=))/g;
/** With `v3_singleFetch` the loaders and actions of a route are always given the call that fetches for all of them. */
const HAS_SINGLE_FETCH = /\btypeof singleFetch === ["']function["']/g;

/** With `v3_singleFetch` deferred values come in the stream of the page's data, not in a script each. */
const HAS_DEFERRED_SCRIPTS = /!isStatic && typeof __remixContext === ["']object["'] && __remixContext\.a\b/;

/** Names for React's developer tools. The assignment would keep a component that no page uses. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;

/**
 * Writes the flags that the shop has switched on as constants, so that the build leaves out the code of the old behaviours and unused
 * components, which every page would load all the same.
 */
export function settledFlags(): Plugin {
  const settled = new Set<string>();
  return {
    name: 'settled-flags',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!LIBRARIES.test(id)) return null;
      const plain = code
        .replace(FLAG, (_reading, flag: string) => {
          settled.add(flag);
          return 'true';
        })
        .replace(HAS_SINGLE_FETCH, () => {
          settled.add('singleFetch');
          return 'true';
        })
        .replace(HAS_DEFERRED_SCRIPTS, () => {
          settled.add('deferredScripts');
          return 'false';
        })
        .replace(DISPLAY_NAME, '');
      return plain === code ? null : { code: plain, map: null };
    },
    buildEnd(error) {
      if (!error && !['v3_singleFetch', 'singleFetch', 'deferredScripts'].every((flag) => settled.has(flag)))
        this.error('Remix no longer reads its flags as settled-flags.ts does');
    },
  };
}
