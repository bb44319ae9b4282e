import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { childrenOf, isMeasurable } from '../../../bench/support/process-stats.mjs';
import { Builds } from '../../launch/build/builds.mjs';
import { bundleWebServer } from '../../launch/build/web-server.mjs';
import { until } from '../support/until.js';

let dist: string;
let builds: Builds;

beforeEach(() => {
  dist = mkdtempSync(path.join(os.tmpdir(), 'may-dist-'));
  builds = new Builds(dist);
});
afterEach(() => rmSync(dist, { recursive: true }));

/** A build whose two parts say these words. */
const make = (words: string, hash = words) =>
  builds.make(hash, async (folder) => {
    for (const part of ['backend', 'web']) {
      mkdirSync(path.join(folder, part));
      writeFileSync(path.join(folder, part, 'main.js'), words);
    }
  });
const says = (part = 'backend') => readFileSync(path.join(dist, part, 'main.js'), 'utf8');
const current = () => realpathSync(path.join(dist, 'current'));
const all = () => readdirSync(path.join(dist, 'builds'));
/** Makes a build one that was replaced the given hours ago. */
const age = (build: string, hours: number) => {
  const then = new Date(Date.now() - hours * 3_600_000);
  utimesSync(path.join(build, '.sources'), then, then);
};

test('both parts lead to the newest build', async () => {
  await make('one');
  await make('two');
  expect([says('backend'), says('web'), builds.currentHash()]).toEqual(['two', 'two', 'two']);
});

test('a build that fails leaves the one before it, and nothing of itself', async () => {
  await make('one');
  const failing = builds.make('two', async (folder) => {
    writeFileSync(path.join(folder, 'half'), '');
    throw new Error('the compiler failed');
  });
  await expect(failing).rejects.toThrow('the compiler failed');
  expect([says('backend'), says('web'), builds.currentHash()]).toEqual(['one', 'one', 'one']);
  expect(all()).toHaveLength(1);
});

test('the remains of a killed build are not used, and the next build deletes them', async () => {
  await make('one');
  mkdirSync(path.join(dist, 'builds/half-made/backend'), { recursive: true });
  expect(builds.reuse('half')).toBe(false);
  await make('two');
  expect(all()).not.toContain('half-made');
});

test('a running process keeps the files of its build, however many builds follow', async () => {
  await make('one');
  const { folder, release } = builds.use();
  for (let n = 0; n < 8; n += 1) {
    await make(`later ${n}`);
    age(folder, 48);
  }
  expect(readFileSync(path.join(folder, 'backend/main.js'), 'utf8')).toBe('one');
  await release();
  await make('last');
  expect(existsSync(folder)).toBe(false);
});

test('a build whose user died is used by nobody', async () => {
  await make('one');
  const { folder } = builds.use();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  rmSync(path.join(folder, '.users'), { recursive: true });
  mkdirSync(path.join(folder, '.users'));
  writeFileSync(path.join(folder, '.users', String(pid)), '');
  await make('two');
  age(folder, 25);
  await make('three');
  expect(existsSync(folder)).toBe(false);
});

test('a replaced build is kept for a day, and of those no more than five', async () => {
  await make('first');
  const first = current();
  await make('second');
  const second = current();
  await make('third');
  age(first, 25);
  age(second, 23);
  await make('fourth');
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
  for (let n = 0; n < 10; n += 1) await make(`later ${n}`);
  expect(all()).toHaveLength(1 + 5);
});

test('sources that were built before, by another version of Node in between, are not built again', async () => {
  await make('of node 20', '20 sources');
  await make('of node 22', '22 sources');
  expect(builds.reuse('20 sources')).toBe(true);
  expect(says()).toBe('of node 20');
  expect(builds.reuse('other sources')).toBe(false);
});

test('the folders of a version of the shop that knew no builds give way', async () => {
  mkdirSync(path.join(dist, 'backend/old'), { recursive: true });
  mkdirSync(path.join(dist, 'web'));
  await make('one');
  expect([says('backend'), says('web')]).toEqual(['one', 'one']);
});

(isMeasurable ? test : test.skip)('building the web server leaves no process beside the shop', async () => {
  const before = childrenOf(process.pid).map(({ pid }) => pid);
  await bundleWebServer(dist);
  expect(existsSync(path.join(dist, 'server.js'))).toBe(true);
  await until('its processes have ended', () => childrenOf(process.pid).every(({ pid }) => before.includes(pid)));
});
