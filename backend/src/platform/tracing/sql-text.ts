import { LRUCache } from 'lru-cache';

const MAX_TEXT = 1_000;
/** The shop has few distinct statements, so each is parsed once. */
const texts = new LRUCache<string, string>({ max: 500 });
const summaries = new LRUCache<string, string>({ max: 500 });

/** Names in quotes, comments, and values: texts in quotes or dollars, and numbers. `$1` stays, and so do numbers within names. */
const PARTS =
  /(?<name>"[^"]*")|(?<comment>--[^\n]*|\/\*.*?\*\/)|E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$(?<tag>[a-z_]*)\$.*?\$\k<tag>\$|(?<![\w$.])\d[\d_]*(?:\.\d+)?/gis;

/** A statement with `?` in place of each value, on one line, cut to 1,000 characters. Parameters are not part of it anyway. */
export function withoutValues(sql: string): string {
  const known = texts.get(sql);
  if (known !== undefined) return known;
  const bare = sql.replace(
    PARTS,
    (_part, name?: string, comment?: string) => name ?? (comment === undefined ? '?' : ' '),
  );
  const text = bare.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
  texts.set(sql, text);
  return text;
}

const VERB = /^\W*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i;

/** What a statement does, and to which table first: `SELECT products`. */
export function summaryOf(sql: string): string {
  const known = summaries.get(sql);
  if (known !== undefined) return known;
  const text = withoutValues(sql);
  const summary = [VERB.exec(text)?.[1]?.toUpperCase() ?? 'SQL', TABLE.exec(text)?.[1]].filter(Boolean).join(' ');
  summaries.set(sql, summary);
  return summary;
}
