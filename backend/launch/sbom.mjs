// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { launch } from './launcher.mjs';
import { install } from './build/prepare.mjs';
import { ROOT } from './settings.mjs';

/** Licences that let the shop be sold and changed without conditions beyond a notice. */
const PERMISSIVE = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'Unlicense'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Zlib', 'Python-2.0'],
]);
/** Packages with another licence, and why they are used all the same. */
const EXCEPTIONS = [
  { name: /^@img\/sharp-(libvips|win32)/, why: 'LGPL: an unmodified shared library that sharp loads' },
  { name: /^@expo-google-fonts\/be-vietnam-pro$/, why: 'OFL-1.1: a font, its licence stands in /licenses.txt' },
  { name: /^lightningcss/, why: 'MPL-2.0: a build tool, used unmodified and not shipped' },
  { name: /^(caniuse-lite|spdx-exceptions)$/, why: 'CC-BY: data of build tools, not shipped' },
  { name: /^axe-core$/, why: 'MPL-2.0: a test tool, used unmodified and not shipped' },
  { name: /^(humanize-number|only|pause|require-like)$/, why: 'MIT by their README; their package.json names none' },
];

const FILE = path.join(ROOT, '.cache/sbom.cdx.json');

// `npm run sbom`: writes the bill of materials (CycloneDX, by npm itself) and counts the licences. What only builds or tests
// the shop is in it too, marked as development: parts of that are bundled into the pages. Fails when a package has a licence that is not permissive and is no named exception.
await launch(async () => {
  await install();
  // npm's own program is known when npm runs this; elsewhere it is on the path.
  const npm = process.env.npm_execpath;
  const [file, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const json = execFileSync(file, [...first, 'sbom', '--sbom-format', 'cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, json);

  /** @type {Map<string, string[]>} */
  const byLicence = new Map();
  for (const component of componentsOf(json)) {
    const licence = licenceOf(component);
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), component.name]);
  }
  for (const [licence, names] of [...byLicence].sort((one, other) => other[1].length - one[1].length)) {
    console.log(
      `${String(names.length).padStart(4)}  ${licence}${isPermissive(licence) ? '' : `: ${names.join(', ')}`}`,
    );
  }
  console.log(`Written to ${path.relative(ROOT, FILE)}.`);
  const refused = [...byLicence].flatMap(([licence, names]) =>
    isPermissive(licence) ? [] : names.filter((name) => !EXCEPTIONS.some((exception) => exception.name.test(name))),
  );
  if (refused.length > 0) throw new LaunchError(`These have a licence that is not permissive: ${refused.join(', ')}.`);
});

/** @typedef {{ name: string, licenses?: { expression?: string, license?: { id?: string, name?: string } }[] }} Component */

/**
 * @param {string} json
 * @returns {Component[]}
 */
function componentsOf(json) {
  return /** @type {{ components: Component[] }} */ (JSON.parse(json)).components;
}

/**
 * @param {Component} component
 * @returns {string} an SPDX expression, `none` when the package names no licence
 */
function licenceOf({ licenses = [] }) {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? 'none');
  return named.join(' AND ') || 'none';
}

/**
 * @param {string} expression `MIT`, `(MIT OR CC0-1.0)`
 * @returns {boolean} whether one of the alternatives is permissive in all its parts
 */
function isPermissive(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((part) => PERMISSIVE.has(part.trim())));
}
