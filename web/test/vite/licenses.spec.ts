/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { licenseTexts, packageFolder } from '../../vite/licenses';

const MODULES = path.resolve(__dirname, '../../../node_modules');

test.each([
  ['/shop/node_modules/react/index.js', '/shop/node_modules/react'],
  ['/shop/node_modules/@remix-run/react/dist/esm/index.js', '/shop/node_modules/@remix-run/react'],
  ['/shop/node_modules/a/node_modules/b/b.js?commonjs-es-import', '/shop/node_modules/a/node_modules/b'],
  ['\0/shop/node_modules/react/index.js?commonjs-module', '/shop/node_modules/react'],
  ['\0commonjs-proxy:/shop/node_modules/react/index.js', '/shop/node_modules/react'],
  ['/shop/web/app/root.tsx', undefined],
  ['\0vite/preload-helper.js', undefined],
])('the package of module %j is %j', (id, folder) => {
  expect(packageFolder(id)).toBe(folder);
});

test('each package is named with its version and the text of its licence, and the font too', () => {
  const text = licenseTexts([path.join(MODULES, 'react'), path.join(MODULES, 'lucide-react')]);
  expect(text).toMatch(/^\ufefflucide-react [\d.]+: ISC[\s\S]+react [\d.]+: MIT[\s\S]+SIL OPEN FONT LICENSE/);
  expect(text).toContain('Permission is hereby granted, free of charge, to any person obtaining a copy');
});

test('a package without a licence fails the build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'may-licenses-'));
  writeFileSync(path.join(folder, 'package.json'), '{"name":"secretive","version":"1.0.0"}');
  expect(() => licenseTexts([folder])).toThrow('secretive goes to the browser, and names no licence.');
  rmSync(folder, { recursive: true });
});
