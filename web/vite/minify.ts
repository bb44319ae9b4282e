import { minify as swc } from '@swc/core';
import type { Plugin } from 'vite';

/** Minifies the browser's scripts by swc instead of esbuild: 5 % smaller, for a second more of building. */
export function minify(): Plugin {
  let isBrowser = false;
  return {
    name: 'minify',
    apply: 'build',
    config: (_config, { isSsrBuild }) => {
      isBrowser = !isSsrBuild;
      return { build: { minify: isSsrBuild ? undefined : false, cssMinify: 'esbuild' } };
    },
    renderChunk: {
      order: 'post', // after Vite's own pass, which would print the result anew
      async handler(code) {
        if (!isBrowser) return null;
        const { code: small } = await swc(code, {
          module: true,
          ecma: 2020,
          compress: { ecma: 2020, passes: 3 },
          mangle: true,
          format: { ecma: 2020, comments: false },
        });
        return { code: small, map: null };
      },
    },
  };
}
