import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const rows = read('docs/screens.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, screen, , title, file]) => {
    const name = /^`(.*)`$/.exec(file ?? '')?.[1];
    return screen && title && name ? [{ screen, title, file: name }] : [];
  });

test('every state of a screen names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(({ file, title }) => !read(file).includes(title))).toEqual([]);
});

test('every page has a row', () => {
  // Pages that show nothing of their own: a redirect target of /forgot-password, and the own account in the back office.
  const without = ['/reset-password', '/admin/profile'];
  const routes = [...read('web/app/routes.ts').matchAll(/route\('([\w/:-]+)'/g)].map(([, route = '']) => `/${route}`);
  const pages = routes.filter((route) => !route.startsWith('/dev/') && !without.includes(route));
  expect(pages.length).toBeGreaterThan(35);
  const screens = rows.flatMap(({ screen }) => [...screen.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  // A new route needs rows in docs/screens.md: its states, each with the title of its test.
  expect(pages.map((page) => page.replace(':id', '{id}')).filter((page) => !screens.includes(page))).toEqual([]);
});
