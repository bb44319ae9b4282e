import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { buildConstant } from '../backend/launch/build/build-info.mjs';
import { oneByte } from '../backend/launch/build/one-byte.mjs';
import { chunks } from './vite/chunks';
import { addressData } from './vite/vietnam-units';
import { directIcons } from './vite/direct-icons';
import { hashHistory } from './vite/hash-history';
import { inlineScripts } from './vite/inline-scripts';
import { licenses } from './vite/licenses';
import { minify } from './vite/minify';
import { noRouteDiscovery } from './vite/no-route-discovery';
import { precompress } from './vite/precompress';
import { settledFlags } from './vite/settled-flags';
import { serviceWorker } from './vite/service-worker';
import { slimPreload } from './vite/slim-preload';
import { sortManifest } from './vite/sort-manifest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ command, isSsrBuild }) => ({
  define: {
    ...buildConstant(),
    // Without it the server's bundle holds both Reacts, and the one for developers renders wherever NODE_ENV is not production.
    ...(command === 'build' && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  publicDir: here('public'),
  cacheDir: here('../.cache/vite'),
  resolve: { alias: { '~': here('app'), contract: here('../backend/src/contract') } },
  // The server bundle carries its libraries: it starts faster and needs no packages of the browser beside it.
  ssr: { noExternal: command === 'build' ? true : undefined, external: ['@remix-run/node'] },
  // Of the server bundle only spaces and comments go: its traces name what the sources do, and a line to find it by.
  esbuild: isSsrBuild ? { legalComments: 'none', lineLimit: 200, minifyIdentifiers: false, minifySyntax: false } : {},
  build: {
    minify: 'esbuild',
    target: 'es2022',
    assetsInlineLimit: 0, // a data: address is nothing that the Content-Security-Policy lets in
    rollupOptions: {
      // A route that answers with a file has nothing for the browser.
      onwarn: (warning, warn) => warning.code !== 'EMPTY_BUNDLE' && warn(warning),
    },
  },
  plugins: [
    tailwindcss(),
    hashHistory(),
    inlineScripts(),
    addressData(),
    remix({
      appDirectory: 'web/app',
      buildDirectory: `${process.env.BUILD_DIR ?? '.cache/build'}/web`,
      ignoredRouteFiles: ['**/*'],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    noRouteDiscovery(),
    settledFlags(),
    slimPreload(),
    directIcons(),
    chunks(),
    minify(),
    licenses(),
    serviceWorker(),
    sortManifest(),
    precompress(),
    {
      name: 'one-byte',
      generateBundle(_options, bundle) {
        if (isSsrBuild)
          for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = oneByte(file.code);
      },
    },
  ],
}));
