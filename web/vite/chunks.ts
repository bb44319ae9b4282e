import type { Plugin, Rollup } from 'vite';

/** What the whole document needs, and what every page of the shop does. */
const DOCUMENT = /[\\/]app[\\/](root|entry\.client)\.tsx$/;
const SHOP_LAYOUT = /[\\/]routes[\\/]shop[\\/]layout[\\/]route\.tsx$/;
/** Pages that visits begin on. */
const LANDING_PAGE = /[\\/]routes[\\/]shop[\\/](home|search|product)[\\/]route\.tsx$/;
/** Its parts are in dialogs of other pages, too: without a name they would be a chunk of their own. */
const PRODUCT_PAGE = /[\\/]routes[\\/]shop[\\/]product[\\/]route\.tsx$/;
/** Pages of product cards. */
const CATALOGUE_PAGE = /[\\/]routes[\\/]shop[\\/](home|search|product|favorites)[\\/]route\.tsx$/;
/** Parts of a few lines that nearly every page uses. */
const TINY_PART =
  /[\\/](components[\\/](feedback[\\/](skeleton|failed-part)|form[\\/]form-text)|delivery-line|asks-for-privacy|use-hydrated|use-is-mounted)\.tsx?$/;
/** A few lines that cart, favourites and back office share: with what else those share, every page of the checkout would load it. */
const LIST_PART = /[\\/]components[\\/]form[\\/]focus[\\/]focus-after-removal\.ts$/;
/** The page of a route file, `checkout/cart`, and its folder, `checkout`. */
const PAGE = /[\\/]routes[\\/](([\w-]+)[\w\\/-]*)[\\/][\w-]+\.tsx?$/;
/** The number of pages from which it no longer matters how many need a module. */
const MANY = 4;

/** Without words and short: every page loads the manifest, which names the files of all. 36 bits tell a few hundred files apart. */
const FILE_NAMES = { entryFileNames: 'assets/[hash:7].js', chunkFileNames: 'assets/[hash:7].js' };

/**
 * Joins the browser's modules into few files: fifty small ones compress badly and cost a request each. See `chunkFor`.
 * What one page needs alone stays with it, and what is loaded on demand stays apart.
 */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { ...FILE_NAMES, manualChunks: divide() } } } },
  };
}

function divide(): Rollup.GetManualChunk {
  let chunkOf: Map<string, string | undefined> | undefined;
  return (id, graph) => (chunkOf ??= assign(graph)).get(id);
}

/** @returns the chunk of each module that an entry needs */
function assign(graph: Rollup.ManualChunkMeta): Map<string, string | undefined> {
  const entriesOf = new Map<string, string[]>();
  for (const entry of graph.getModuleIds()) {
    if (!graph.getModuleInfo(entry)?.isEntry) continue;
    const file = entry.replace(/\?.*$/, '');
    for (const id of importsOf(entry, graph)) entriesOf.set(id, [...(entriesOf.get(id) ?? []), file]);
  }
  return new Map([...entriesOf].map(([id, entries]) => [id, chunkFor(id, entries)]));
}

/**
 * - `framework`: what every page needs, what the shop's layout needs, and what two of its landing pages share with others. As one
 *   file they compress better; the back office loads 10 KB for nothing,
 * - `products`: what two of its landing pages need and only pages of products,
 * - what two pages share, or several of the checkout, by their names,
 * - what more pages share, by their folders and number.
 *
 * Pages that need a module need what it imports, too. So a chunk imports only chunks of more pages, and no two import each
 * other, and no page of the shop loads what only the back office needs.
 *
 * @param entries those that need the module @returns undefined for a module of one page, except the product's
 */
function chunkFor(id: string, entries: readonly string[]): string | undefined {
  const count = (pattern: RegExp) => entries.filter((entry) => pattern.test(entry)).length;
  if (count(DOCUMENT) > 0 || count(SHOP_LAYOUT) > 0 || TINY_PART.test(id)) return 'framework';
  if (LIST_PART.test(id)) return 'lists';
  if (count(LANDING_PAGE) > 1) return count(CATALOGUE_PAGE) === entries.length ? 'products' : 'framework';
  if (entries.length === 1) return PRODUCT_PAGE.test(entries[0]!) ? 'product' : undefined;
  const pages = entries.map((entry) => PAGE.exec(entry));
  const folders = new Set(pages.map((page) => page?.[2]));
  if (pages.length === 2 || (folders.size === 1 && folders.has('checkout')))
    return pages.map((page) => page?.[1]).join('+');
  return `${[...folders].sort().join('+')}+${Math.min(pages.length, MANY)}`;
}

/** All modules that an entry imports statically, directly or not. */
function importsOf(entry: string, { getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
  const seen = new Set<string>([entry]);
  for (const id of seen) for (const imported of getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  seen.delete(entry);
  return seen;
}
