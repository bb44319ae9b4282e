// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildConstant } from './build-info.mjs';
import { oneByte } from './one-byte.mjs';

/*
 * `node bundle.mjs <folder of a build>`: joins the compiled backend and its packages into a few files, backend/main.js and
 * worker.js and their shared files. A start of the backend spends most of its time on loading two thousand small modules; a
 * bundle halves it (see docs/benchmarks.md). Nothing is renamed, so that stack traces stay readable.
 *
 * Node keeps the source text of loaded files in memory. Removing spaces and comments and writing every character in one byte
 * saves 14 MB in each process.
 */

/**
 * Stays in node_modules: native packages, which find their files by their own path; pg, which TypeORM requires dynamically and
 * of which all code must share one copy; reflect-metadata, see BANNER.
 */
const EXTERNAL = new Set(['sharp', '@node-rs/argon2', 'onnxruntime-node', 'pg', 'reflect-metadata']);

/**
 * Begins every file. Decorators run when a file is loaded, and esbuild chooses the order of the shared files, so each imports
 * reflect-metadata first. CommonJS packages get the variables that Node would provide.
 */
const BANNER = [
  `import 'reflect-metadata';`,
  `import { createRequire as __createRequire } from 'node:module';`,
  `import { fileURLToPath as __fileURLToPath } from 'node:url';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = __fileURLToPath(import.meta.url);`,
  `const __dirname = __fileURLToPath(new URL('.', import.meta.url));`,
].join('\n');

/** A source map with one position per package file: stack traces name the file, and the map stays small. */
const COARSE_MAP =
  '\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIiJdLCJtYXBwaW5ncyI6IkFBQUEifQ==';

/**
 * esbuild's helper sets the name of each function whenever one is created, including arrows in hot functions, which takes a
 * sixth of the CPU of a cached read. Only renamed functions need it; arrows, which have no prototype, are skipped too.
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
  // Nest and TypeORM rely on class names.
  keepNames: true,
  minifyWhitespace: true,
  // The replacement below shifts the rest of its line against the source map; short lines limit that.
  lineLimit: 200,
  legalComments: 'external',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  define: buildConstant(),
  logLevel: 'warning',
  banner: { js: BANNER },
  plugins: [{ name: 'packages', setup: bundlePackages }],
});
let isNameFound = false;
for (const file of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
  const code = readFileSync(file, 'utf8');
  isNameFound ||= NAME.test(code);
  // esbuild escapes strings, but not regular expressions and templates.
  writeFileSync(file, oneByte(code.replace(NAME, '$<head>!target.prototype||target.name===value?target:$<define>')));
}
if (!isNameFound) throw new Error('esbuild keeps names in another way now: bundle.mjs looks for its helper in vain.');

/** @param {import('esbuild').PluginBuild} bundler */
function bundlePackages(bundler) {
  // Nest and TypeORM try optional packages that are not installed, and continue without them.
  bundler.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, ...from }) => {
    if (pluginData === 'seen' || from.kind === 'entry-point') return undefined;
    if (EXTERNAL.has(name)) return { external: true };
    const found = await bundler.resolve(name, { ...from, pluginData: 'seen' });
    if (found.errors.length > 0) return { external: true };
    // The ES modules of a package, of which tree shaking keeps a sixth. prom-client requires CommonJS.
    if (!name.startsWith('@opentelemetry/') || from.kind === 'require-call') return found;
    const module = found.path.replace('/build/src/', '/build/esm/');
    return { ...found, path: existsSync(module) ? module : found.path };
  });
  bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path: file }) => {
    // Parts of Nest require packages by createRequire, which esbuild does not bundle: they would be loaded twice.
    const contents = readFileSync(file, 'utf8')
      .replace('const require = createRequire(import.meta.url);', '')
      .replaceAll('createRequire(import.meta.url)', 'require');
    return { contents: contents + COARSE_MAP };
  });
}
