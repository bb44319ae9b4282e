import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const EXPORTED = /^export (?:default )?(?:async )?(?:abstract )?(?:const|function|class|interface|type|enum) (\w+)/gm;

/** Remix names these in every route. */
const REMIX = [
  'ErrorBoundary',
  'HydrateFallback',
  'clientAction',
  'clientLoader',
  'headers',
  'loader',
  'meta',
  'shouldRevalidate',
];

/** Each exported name with the files that define it. A schema and its type of one name are one definition. */
function definitions(folder: string, skipped: string[]): Map<string, string[]> {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !skipped.some((part) => file.startsWith(part)),
  );
  const filesByName = new Map<string, string[]>();
  for (const file of files) {
    const names = new Set(
      [...readFileSync(path.join(ROOT, folder, file), 'utf8').matchAll(EXPORTED)].map(([, name = '']) => name),
    );
    for (const name of names) filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
  }
  return filesByName;
}

test.each([
  // An entity and its shape on the wire share the word: the contract's folder is left out.
  ['backend/src', ['contract']],
  ['web/app', []],
])('no name is exported twice in %s', (folder, skipped) => {
  const twice = [...definitions(folder, skipped)].filter(([name, files]) => files.length > 1 && !REMIX.includes(name));
  // Rename one of the two, so that a search finds one definition.
  expect(Object.fromEntries(twice)).toEqual({});
});
