import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SCREENS, WITHOUT_SCREEN } from '../../screens/screens.mjs';

/** The patterns of all routes. Their text is read because `@remix-run/route-config` loads all of Vite. */
const routes = readFileSync(path.join(import.meta.dirname, '../../app/routes.ts'), 'utf8');
const patterns = [...routes.matchAll(/\b(?:route\('([^']*)'|index\()/g)].map(([, pattern = '']) => pattern);

test('npm run screens takes a picture of every route', () => {
  const taken = Object.values(SCREENS).flatMap((screens) => screens.map(({ route }) => route));
  expect([...new Set([...taken, ...WITHOUT_SCREEN])].toSorted()).toEqual(patterns.toSorted());
});

test('no two screens share a name', () => {
  const names = Object.values(SCREENS).flatMap((screens) => screens.map(({ name }) => name));
  expect(names).toEqual([...new Set(names)]);
});
