// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { oneByte } from './one-byte.mjs';

/*
 * `node bundle.mjs <folder of a build>`: joins the compiled backend and its packages into a few files, backend/main.js and
 * worker.js with what they share. Loading two thousand small modules is what a start of the backend spends most of its
 * time on: this halves it (see docs/benchmarks.md). Nothing is renamed, so that stack traces stay readable.
 *
 * Node keeps the text of all that it has loaded: spaces and comments go, and every character takes one byte. That saves 14 MB
 * in each process.
 */

/**
 * Left in node_modules: native packages, which know their own place; pg, which TypeORM asks Node for by a name that no
 * bundler sees, and which must be the same for all; reflect-metadata, see BANNER.
 */
const EXTERNAL = new Set(['sharp', '@node-rs/argon2', 'onnxruntime-node', 'pg', 'reflect-metadata']);

/**
 * Ahead of every file. Decorators run as soon as a file is loaded, and the order of the shared files is esbuild's own, so
 * each asks for reflect-metadata first. Packages in CommonJS are given what Node would give them.
 */
const BANNER = [
  `import 'reflect-metadata';`,
  `import { createRequire as __createRequire } from 'node:module';`,
  `import { fileURLToPath as __fileURLToPath } from 'node:url';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = __fileURLToPath(import.meta.url);`,
  `const __dirname = __fileURLToPath(new URL('.', import.meta.url));`,
].join('\n');

/** A map that knows one place per package file: traces name the file, and the whole map loads in no time. */
const COARSE_MAP =
  '\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIiJdLCJtYXBwaW5ncyI6IkFBQUEifQ==';

/**
 * esbuild's helper defines the name of each function anew whenever one is made, arrows within hot functions too, which is a
 * sixth of the CPU of a cached read. Only what it has renamed needs it: an arrow has no prototype, and nobody goes by its name.
 */
const NAME =
  /(?<head>\(target,\s*value\)\s*=>)\s*(?<define>__defProp\(target,\s*"name",\s*\{\s*value,\s*configurable:\s*true\s*\}\))/;

const folder = process.argv[2] ?? '';
const source = path.join(folder, 'backend/src');
const { metafile } = await build({
  entryPoints: ['main.js', 'worker.js'].map((name) => path.join(source, name)).filter((file) => existsSync(file)),
  outdir: path.join(folder, 'backend'),
  chunkNames: 'shared/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Nest and TypeORM go by the names of classes.
  keepNames: true,
  minifyWhitespace: true,
  // What is replaced below moves the rest of its line away from where the source map has it.
  lineLimit: 200,
  legalComments: 'external',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  banner: { js: BANNER },
  plugins: [{ name: 'packages', setup: bundlePackages }],
});
let isNameFound = false;
for (const file of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
  const code = readFileSync(file, 'utf8');
  isNameFound ||= NAME.test(code);
  // esbuild escapes strings, and leaves patterns and templates.
  writeFileSync(file, oneByte(code.replace(NAME, '$<head>!target.prototype||target.name===value?target:$<define>')));
}
if (!isNameFound) throw new Error('esbuild keeps names in another way now: bundle.mjs looks for its helper in vain.');

/** @param {import('esbuild').PluginBuild} bundler */
function bundlePackages(bundler) {
  // Nest and TypeORM try packages that are not installed, and go on without them.
  bundler.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, ...from }) => {
    if (pluginData === 'seen' || from.kind === 'entry-point') return undefined;
    if (EXTERNAL.has(name)) return { external: true };
    const found = await bundler.resolve(name, { ...from, pluginData: 'seen' });
    return found.errors.length > 0 ? { external: true } : found;
  });
  bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path: file }) => {
    // Some of Nest asks for packages by createRequire, which esbuild leaves alone: they would be loaded a second time.
    const contents = readFileSync(file, 'utf8')
      .replace('const require = createRequire(import.meta.url);', '')
      .replaceAll('createRequire(import.meta.url)', 'require');
    return { contents: contents + COARSE_MAP };
  });
}
