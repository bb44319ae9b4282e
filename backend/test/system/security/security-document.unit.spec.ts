import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const PAGES = ['security.md', ...readdirSync(path.join(ROOT, 'docs/security')).map((name) => `security/${name}`)];
const document = PAGES.map((name) => readFileSync(path.join(ROOT, 'docs', name), 'utf8')).join('\n');
const [, table = ''] = document.split('## OWASP ASVS 5, level 2');
const rows = [...table.matchAll(/^\| V([\d.]+) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, id = '', , how = '']) => ({
  id,
  how,
}));

test('the table holds every requirement of ASVS 5 up to level 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
});

test('every requirement names its test, its document, why it does not apply, or a deviation', () => {
  for (const { id, how } of rows) {
    expect({ id, how }).toEqual({
      id,
      how: expect.stringMatching(/^(tested: `|documented: .|does not apply: .|deviation: .)/) as string,
    });
  }
});

/** The last cells of the tables whose last column is called "test". */
function testCells(): string[] {
  const tables = document.split(/\n(?!\|)/).map((part) => part.split('\n').filter((line) => line.startsWith('|')));
  return tables.flatMap(([head = '', , ...lines]) =>
    /\| tests? +\|$/.test(head) ? lines.map((line) => line.split('|').at(-2) ?? '') : [],
  );
}
const isThere = (file: string) => existsSync(path.join(ROOT, file));

test('the page to read is short', () => {
  expect(readFileSync(path.join(ROOT, 'docs/security.md')).length).toBeLessThan(15_000);
});

test('every test file that the document names is there', () => {
  const named = [...document.matchAll(/(?:backend|web)\/test\/[\w/.-]+\.spec\.tsx?/g)].map(([file]) => file);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !isThere(file))).toEqual([]);

  const short = testCells().flatMap((cell) =>
    [...cell.matchAll(/`([\w-]+(?:\/[\w-]+)+(?:\.unit)?)(?:\.spec\.tsx?)?`/g)].map(([, name]) => name),
  );
  expect(short.length).toBeGreaterThan(30);
  const suites = ['backend/test', 'web/test'].flatMap((folder) => ['ts', 'tsx'].map((end) => ({ folder, end })));
  const missing = short.filter((name) => !suites.some(({ folder, end }) => isThere(`${folder}/${name}.spec.${end}`)));
  expect(missing).toEqual([]);
});
