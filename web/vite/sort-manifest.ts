import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterBuild } from './after-build';

/** The routes of Remix's manifest, as far as they concern this. */
export interface Manifest {
  routes: Record<string, { imports: string[] }>;
}

/**
 * Sorts the imports of each route of the browser's manifest: files that many routes import come first. Like lists then begin alike, and
 * the file, which every page loads, compresses a tenth better. The browser loads them all at once, in any order.
 */
export const sortManifest = () =>
  afterBuild('sort-manifest', async (folder) => {
    const assets = join(folder, 'assets');
    for (const name of await readdir(assets)) if (/^manifest-\w+\.js$/.test(name)) await sort(join(assets, name));
  });

async function sort(file: string) {
  const [, name, json] = /^([^=]+=)(.*?);?\s*$/s.exec(await readFile(file, 'utf8')) ?? [];
  if (!json) throw new Error(`${file} is not as Remix wrote it before`);
  await writeFile(file, `${name}${JSON.stringify(withSortedImports(JSON.parse(json) as Manifest))};`);
}

/** Sorts the imports of all routes, those of most routes first. */
export function withSortedImports<Sorted extends Manifest>(manifest: Sorted): Sorted {
  const counts = new Map<string, number>();
  const all = Object.values(manifest.routes).flatMap(({ imports }) => imports);
  for (const file of all) counts.set(file, (counts.get(file) ?? 0) + 1);
  const before = (one: string, other: string) =>
    counts.get(other)! - counts.get(one)! || Number(one > other) - Number(one < other);
  for (const { imports } of Object.values(manifest.routes)) imports.sort(before);
  return manifest;
}
