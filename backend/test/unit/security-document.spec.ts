import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const document = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
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

test('every test file that the document names is there', () => {
  const named = [...document.matchAll(/(?:backend|web)\/test\/[\w/.-]+\.spec\.tsx?/g)].map(([file]) => file);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
