import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');

test('docs/architecture.md names files that exist', () => {
  const inside = ['backend', 'web', 'bench'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const files = [...readdirSync(ROOT), ...inside].map((file) => `/${file}`);
  const document = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = [...document.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name]) => `/${name}`);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !files.some((file) => file.endsWith(name)))).toEqual([]);
});
