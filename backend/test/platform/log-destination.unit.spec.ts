import { existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { logDestination } from '../../src/platform/log-destination.js';
import { until } from '../support/until.js';

const FULL = '/dev/full';
const onLinux = existsSync(FULL) ? test : test.skip;

onLinux('a line that a full disk refuses ends nothing, and the end of a process does not wait for it', async () => {
  const output = logDestination(openSync(FULL, 'w'));
  pino(output).info('lost');
  const [error] = (await once(output, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ENOSPC');
  pino(output).info('lost, too');
  output.flushSync();
});

test('lines are written, the last ones at the end of a process', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'may-log-')), 'log');
  const output = logDestination(openSync(file, 'w'));
  pino(output).info('first');
  pino(output).info('last');
  output.flushSync();
  // Whichever line a thread is writing at that moment is written a little later.
  await until('both lines are written', () => /"first"[^]*"last"|"last"[^]*"first"/.test(readFileSync(file, 'utf8')));
});
