// @ts-check
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROOT } from '../../backend/launch/settings.mjs';

const CLIENT = path.join(ROOT, 'dist/web/client');

/**
 * @typedef {object} Route as Remix's manifest tells the browser
 * @property {string} id
 * @property {string} [parentId]
 * @property {string} [path]
 * @property {boolean} [index]
 * @property {string} module
 * @property {string[]} imports all that the module needs, directly or not
 */
/** @typedef {{ page: string, files: number, plain: number, gzip: number, brotli: number }} PageScripts sizes in bytes */

/**
 * How much JavaScript the browser loads for each page when it is the first one of a visit: the entry, the modules of the
 * page's route and of the layouts around it, everything those import, and the manifest. What a page loads later, on a
 * person's doing, does not count.
 *
 * @returns {PageScripts[]} the heaviest page first
 */
export function pageScripts() {
  const { entry, routes, url } = readManifest();
  const all = Object.values(routes);
  const isPage = (/** @type {Route} */ { id, path, index }) =>
    index || (path && !path.includes('.') && !all.some((other) => other.parentId === id && other.index));
  return all
    .filter(isPage)
    .map((route) => {
      const files = new Set([url, entry.module, ...entry.imports]);
      const segments = [];
      for (let at = /** @type {Route | undefined} */ (route); at; at = routes[at.parentId ?? '']) {
        for (const file of [at.module, ...at.imports]) files.add(file);
        segments.unshift(at.path ?? '');
      }
      return { page: `/${segments.filter(Boolean).join('/')}`, files: files.size, ...sizeOf([...files]) };
    })
    .sort((one, other) => other.brotli - one.brotli);
}

/** @typedef {{ entry: Pick<Route, 'module' | 'imports'>, routes: Record<string, Route>, url: string }} Manifest */

/** @returns {Manifest} */
function readManifest() {
  const folder = path.join(CLIENT, 'assets');
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`${folder} holds no manifest: run \`npm run build\`.`);
  const script = readFileSync(path.join(folder, name), 'utf8');
  /** @type {Manifest} */
  const manifest = JSON.parse(script.slice(script.indexOf('=') + 1).replace(/;\s*$/, ''));
  return manifest;
}

/** @type {Map<string, { plain: number, gzip: number, brotli: number }>} */
const sizes = new Map();

/** @param {string[]} files as in addresses */
function sizeOf(files) {
  const sum = { plain: 0, gzip: 0, brotli: 0 };
  for (const file of files) {
    let size = sizes.get(file);
    if (!size) {
      const bytes = readFileSync(path.join(CLIENT, file));
      size = {
        plain: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes).length,
      };
      sizes.set(file, size);
    }
    sum.plain += size.plain;
    sum.gzip += size.gzip;
    sum.brotli += size.brotli;
  }
  return sum;
}
