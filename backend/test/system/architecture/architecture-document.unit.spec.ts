import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');

const places = ['backend', 'web', 'bench', 'demo', 'docs', 'ai', 'docker'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
);
const existing = [...readdirSync(ROOT).map((file) => `/${file}`), ...places];
const exists = (name: string) => existing.some((place) => place.endsWith(`/${name}`));

test.each([
  ['docs/architecture.md', 60],
  ['docs/glossary.md', 30],
  ['CONTRIBUTING.md', 3],
])('%s names files that exist', (document, minFiles) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(minFiles);
  // A file that was moved or renamed is named anew in the document.
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

test('the glossary names folders that exist', () => {
  const text = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
  const cells = text.split('\n').map((line) => line.split('|').at(-2) ?? '');
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/`([a-z][\w-]*(?:\/[\w-]+)*)`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});
