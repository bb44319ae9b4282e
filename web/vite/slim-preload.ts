import type { Plugin } from 'vite';

const HELPER = /vite[\\/]preload-helper\.js$/;

/** Preloads what a part imports while the part itself loads. All styles are in one file, which every page has. */
const SLIM = `
  const preloaded = new Set();
  export const __vitePreload = (load, files = []) => {
    for (const file of files) {
      if (preloaded.has(file)) continue;
      preloaded.add(file);
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
    }
    return load();
  };
`;

/** Vite's helper for parts that are loaded on demand also waits for style sheets and older browsers; every page would load that. */
export function slimPreload(): Plugin {
  let isReplaced = false;
  return {
    name: 'slim-preload',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    transform(_code, id) {
      if (!HELPER.test(id)) return null;
      isReplaced = true;
      return { code: SLIM, map: null };
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite no longer has its helper in vite/preload-helper.js');
    },
  };
}
