// @ts-check
import path from 'node:path';
import { SETTINGS } from '../src/platform/config/schema.js';

const HEAD = ['setting', 'value', 'default', 'meaning', 'read by'];

/**
 * The table of all settings as it stands in docs/operations.md. `node backend/launch/settings-table.mjs` prints it.
 *
 * @returns {string} Markdown, in prettier's form
 */
export function settingsTable() {
  const rows = Object.entries(SETTINGS).map(([name, { kind, fallback, byDefault, meaning, readBy = ['backend'] }]) => [
    `\`${name}\`${kind.isSecret ? ' (secret)' : ''}`,
    kind.expected,
    byDefault ?? (fallback === undefined ? 'none' : `\`${String(fallback)}\``),
    meaning,
    readBy.join(', '),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) console.log(settingsTable());
