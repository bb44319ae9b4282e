import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../launch/settings.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

jest.setTimeout(120_000);

const RUN = path.join(ROOT, 'backend/launch/run.mjs');

const folder = temporaryFolder('run');

/** Starts a command of these lines with a database that it does not ask. */
function start(lines: string) {
  const script = path.join(folder, 'command.mjs');
  writeFileSync(script, lines);
  const child = spawn(process.execPath, [RUN, path.relative(ROOT, script)], {
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], error]) => ({
    code: code as number | null,
    error,
  }));
  return { child, end };
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a command that %s stops before its end has failed, with %i', async (signal, code) => {
  const { child, end } = start(`console.log('at work'); setInterval(() => undefined, 60_000);`);
  await once(child.stdout, 'data');
  child.kill(signal);
  expect(await end).toEqual({ code, error: `Stopped by ${signal} before the end: what it had to do is not done.\n` });
});

test('a command that ends its work although it is stopped has succeeded', async () => {
  const { child, end } = start(
    `process.on('SIGTERM', () => process.exit(0)); console.log('at work'); setInterval(() => undefined, 60_000);`,
  );
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await end).toEqual({ code: 0, error: '' });
});

test('a command that fails says why itself', async () => {
  const { end } = start(`console.error('The disk is full.'); process.exitCode = 1;`);
  expect(await end).toEqual({ code: 1, error: 'The disk is full.\n' });
});
