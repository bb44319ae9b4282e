// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS } from '../src/platform/config/environment/schema.js';
import { chartSchema, withPaths } from './chart-schema.mjs';

const HEAD = ['setting', 'value', 'default', 'meaning', 'read by'];

/**
 * The table of all settings as it stands in docs/operations/settings.md. `node backend/launch/settings-table.mjs` prints it.
 *
 * @returns {string} Markdown, in prettier's form
 */
export function settingsTable() {
  const rows = Object.entries(SETTINGS).map(([name, { kind, fallback, byDefault, meaning, readBy = ['backend'] }]) => [
    `\`${name}\`${kind.isSecret ? ' (secret)' : ''}`,
    kind.expected,
    byDefault ?? (fallback === undefined ? 'none' : `\`${textOf(fallback)}\``),
    meaning,
    readBy.join(', '),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Variables of docker/compose.yaml that are no settings of the shop. */
const COMPOSE_VARIABLES = new Map([
  [
    'BIND',
    'the address of this machine on which PORT is open; 0.0.0.0 for all interfaces, then leave TRUST_PROXY empty unless every visitor comes through the proxy (default: 127.0.0.1)',
  ],
  ['POSTGRES_PASSWORD', 'the password of the database, of any characters'],
  [
    'SOURCE_COMMIT',
    'the commit that the image is built from, which the back office, /healthz and the metrics name: the output of git rev-parse --short=12 HEAD (default: unknown)',
  ],
  [
    'EDGE_SITE',
    'the name of the site, for which the edge gets a certificate (default: localhost, with one of its own)',
  ],
]);
const WIDTH = 120;

/**
 * The file docker/.env.example: every variable that docker/compose.yaml reads, explained. `node
 * backend/launch/settings-table.mjs --env` prints it.
 *
 * @returns {string} lines `# what it is` and `NAME=`; those that must be filled in come first
 */
export function environmentExample() {
  const compose = readFileSync(path.join(import.meta.dirname, '../../docker/compose.yaml'), 'utf8');
  const found = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)(?::([?-])([^}]*))?/g)];
  const required = new Set(found.filter(([, , kind]) => kind === '?').map(([, name = '']) => name));
  const optional = new Set(found.map(([, name = '']) => name).filter((name) => !required.has(name)));
  const defaults = new Map(found.map(([, name = '', kind, text = '']) => [name, kind === '-' ? text : '']));
  const block = (/** @type {string} */ name) => {
    const standard = required.has(name) ? '' : defaults.get(name) || defaultOf(name);
    return `${comment(explanationOf(name, standard))}\n${required.has(name) ? '' : '# '}${name}=\n`;
  };
  return [
    '# Copy this file to docker/.env and fill it in: docker compose -f docker/compose.yaml up --build\n',
    '# A value with # or $ stands in single quotes: Compose would cut it off or fill in a variable.\n',
    '# Required. Beside these either PAYMENTS=sandbox, which takes test cards and says so, or all three STRIPE_ keys.\n',
    ...[...required].map(block),
    '# Optional: remove the # before a name to set it.\n',
    ...[...optional].map(block),
  ].join('\n');
}

/** @param {unknown} fallback */
const textOf = (fallback) => (typeof fallback === 'string' ? fallback : JSON.stringify(fallback));

/** @param {string} name */
function defaultOf(name) {
  if (COMPOSE_VARIABLES.has(name)) return '';
  const { fallback, byDefault } = SETTINGS[/** @type {keyof typeof SETTINGS} */ (name)];
  return byDefault ?? (fallback === undefined ? 'none' : textOf(fallback));
}

/** @param {string} name @param {string} standard its default; empty for none to tell */
function explanationOf(name, standard) {
  const ofCompose = COMPOSE_VARIABLES.get(name);
  if (ofCompose) return ofCompose;
  const { kind, meaning } = SETTINGS[/** @type {keyof typeof SETTINGS} */ (name)];
  const text = `${meaning}; ${kind.expected}${standard && ` (default: ${standard})`}`;
  return withPaths(text.replaceAll('`', ''));
}

/** Lines of a comment, broken between words. */
function comment(/** @type {string} */ text) {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > WIDTH) lines.push(`# ${word}`);
    else lines[last] += ` ${word}`;
  }
  return lines.join('\n');
}

const PRINTED = new Map([
  ['--env', environmentExample],
  ['--helm', chartSchema],
]);
if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename)
  console.log((PRINTED.get(process.argv[2] ?? '') ?? settingsTable)());
