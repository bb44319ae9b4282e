import { screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as components from '~/routes/dev/components/route';
import { openShop } from '../../support/shop-pages';

const APP = path.join(import.meta.dirname, '../../../app');

/** Parts that need a failed route, a lost network, an ended session or a browser that stores nothing, or draw nothing. */
const NOT_SHOWN = [
  'admin/leave-guard.tsx',
  'admin/sign-in-again.tsx',
  'form/file-input.tsx',
  'shop/cached-page-notice.tsx',
  'shop/load-failure.tsx',
  'shop/offline-notice.tsx',
  'shop/seo.tsx',
  'shop/storage-notice.tsx',
  // A custom element, defined by a script in the head of the page.
  'shop/theme-switch.tsx',
];

const files = readdirSync(path.join(APP, 'components'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.tsx'));

test('the page of components shows every part, without an error in the console', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  openShop({ '/dev/components': components }, '/dev/components');
  await screen.findByRole('heading', { level: 1, name: 'Components' });
  const shown = [...document.querySelectorAll('h3 code')].map((code) => code.textContent);
  expect([...shown, ...NOT_SHOWN].toSorted()).toEqual(files.toSorted());
  expect(errors.mock.calls).toEqual([]);
});

test.each(['dialog', 'wide', 'sheet', 'side', 'confirm', 'in-use', 'form'])(
  'the address opens the dialog “%s”, so that it can be looked at by itself',
  async (name) => {
    openShop({ '/dev/components': components }, `/dev/components?open=${name}`);
    expect(await screen.findByRole('dialog')).toBeVisible();
  },
);

test('the page of components is no route of a production build', () => {
  const routes = readFileSync(path.join(APP, 'routes.ts'), 'utf8');
  expect(routes).toMatch(/NODE_ENV === 'production' \? \[\] : \[route\('dev\/components'/);
});
