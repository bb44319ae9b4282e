import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../launch/settings.mjs';
import { BUCKET, S3Server } from '../support/setup/s3-server.js';
import { until } from '../support/until.js';

jest.setTimeout(240_000);

const PICTURES = 400;
let s3: S3Server;
let dataDir: string;
beforeAll(async () => {
  s3 = await S3Server.start();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-move-'));
  for (let nth = 0; nth < PICTURES; nth++) {
    const hash = nth.toString(16).padStart(32, '0');
    const folder = path.join(dataDir, 'media', hash.slice(0, 2), hash);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'original.webp'), `picture ${nth}`);
  }
  writeFileSync(path.join(dataDir, 'media/00/notes.txt'), 'no picture');
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const URL_OF_BUCKET = `s3://${BUCKET}/moved`;

function start(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const command = path.join(ROOT, 'dist/backend/src/commands/media-move.js');
  const settings = { DATABASE_URL: 'postgres://localhost/none', DATA_DIR: dataDir, JWT_SECRET: 'x'.repeat(32) };
  return spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...settings, ...s3.settings, ...env },
  });
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = start(args, env);
  const [out, error] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: child.exitCode, out, error };
}

/** The pictures in the folder, or those that the server has in the bucket. */
const inFolder = () => readdirSync(path.join(dataDir, 'media'), { recursive: true }).filter(isPicture).length;
const inBucket = () => readdirSync(path.join(s3.folder, BUCKET), { recursive: true }).filter(isPicture).length;
const isPicture = (name: string | Buffer) => String(name).includes('original.webp') && !String(name).endsWith('.md5');

test('pictures move into a bucket and back: a killed move continues, the source goes only on demand', async () => {
  const killed = start(['--to', URL_OF_BUCKET]);
  await until('some pictures are there', () => inBucket() > 20, 60_000);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(inFolder()).toBe(PICTURES);

  const again = await run(['--to', URL_OF_BUCKET]);
  expect([again.code, again.error]).toEqual([0, '']);
  const [, copied, same] = /^(\d+) files copied from \/\S+ \(\S+ MB\), (\d+) were there: all stand in s3:/m.exec(
    again.out,
  )!;
  expect(Number(copied) + Number(same)).toBe(PICTURES);
  expect(Number(same)).toBeGreaterThan(0);
  expect(inFolder()).toBe(PICTURES);

  const damaged = path.join(dataDir, 'media/00', '0'.repeat(32), 'original.webp');
  writeFileSync(damaged, 'Picture 0');
  expect((await run(['--to', URL_OF_BUCKET, '--delete-source'])).out).toMatch(/^1 files copied/);
  expect(inFolder()).toBe(0);
  expect(readFileSync(path.join(dataDir, 'media/00/notes.txt'), 'utf8')).toBe('no picture');

  expect((await run(['--from', URL_OF_BUCKET])).code).toBe(0);
  expect(inFolder()).toBe(PICTURES);
  expect(readFileSync(damaged, 'utf8')).toBe('Picture 0');
});

test('an empty source is refused where the target has no pictures either, and named where it has some', async () => {
  const [elsewhere, nowhere] = [path.join(dataDir, 'elsewhere'), `s3://${BUCKET}/nowhere`];
  const { code, out, error } = await run(['--to', nowhere], { MEDIA_URL: elsewhere });
  expect([code, out]).toEqual([1, '']);
  expect(error).toMatch(`No pictures in ${elsewhere}, and none in ${nowhere}`);

  const again = await run(['--to', URL_OF_BUCKET], { MEDIA_URL: elsewhere });
  expect([again.code, again.error]).toEqual([0, '']);
  expect(again.out).toMatch(`0 files copied from ${elsewhere} (0.0 MB), 0 were there`);
});

test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['no bucket', [], {}, /^npm run media:move -- --to/],
  ['both ways', ['--to', URL_OF_BUCKET, '--from', URL_OF_BUCKET], {}, /^npm run media:move -- --to/],
  ['a missing bucket', ['--to', 's3://no-such-bucket'], {}, /^MEDIA_URL names the bucket no-such-bucket[^\n]+\n$/],
  ['a wrong secret', ['--to', URL_OF_BUCKET], { S3_SECRET_ACCESS_KEY: 'x' }, /^S3_SECRET_ACCESS_KEY is not[^\n]+\n$/],
])('%s ends with a sentence and exit code 1', async (_what, args, env, sentence) => {
  const { code, out, error } = await run(args, env);
  expect([code, out]).toEqual([1, '']);
  expect(error).toMatch(sentence);
});
