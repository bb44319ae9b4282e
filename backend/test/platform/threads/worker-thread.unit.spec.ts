import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WorkerThread } from '../../../src/platform/threads/worker-thread.js';
import { until } from '../../support/until.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'may-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A thread that answers `n` with `n + 1` after `n` milliseconds, fails at -1, ends by itself at -2, tells its number at -3,
 * answers -4 only with its abort, and tells at -5 how many of these were aborted.
 */
const file = path.join(folder, 'thread.mjs');
beforeAll(async () => {
  const source = path.join(folder, 'source.ts');
  const thread = path.resolve(import.meta.dirname, '../../../src/platform/threads/worker-thread.ts');
  writeFileSync(
    source,
    `import { threadId } from 'node:worker_threads';
     import { serveCalls } from ${JSON.stringify(thread)};
     let aborted = 0;
     serveCalls(async (n: number, signal: AbortSignal) => {
       if (n === -1) throw new Error('nothing below zero');
       if (n === -2) process.exit(3);
       if (n === -3) return threadId;
       if (n === -4)
         return new Promise((_, reject) =>
           signal.addEventListener('abort', () => ((aborted += 1), reject(signal.reason))),
         );
       if (n === -5) return aborted;
       await new Promise((resolve) => setTimeout(resolve, n));
       return n + 1;
     });`,
  );
  await build({ entryPoints: [source], outfile: file, bundle: true, platform: 'node', format: 'esm' });
});

let thread: WorkerThread;
beforeEach(() => (thread = new WorkerThread(file, null)));
afterEach(() => thread.close());

test('each question has its own answer, whichever comes first', async () => {
  expect(await Promise.all([60, 1, 30].map((n) => thread.call<number>(n)))).toEqual([61, 2, 31]);
});

test('a question that fails tells why, and the next is answered', async () => {
  await expect(thread.call(-1)).rejects.toThrow('nothing below zero');
  expect(await thread.call(1)).toBe(2);
});

test('when it ends by itself those who wait are told, and the next question starts another', async () => {
  const waiting = thread.call(5_000);
  await expect(Promise.all([waiting, thread.call(-2)])).rejects.toThrow('ended');
  await expect(waiting).rejects.toThrow('ended');
  expect(await thread.call(1)).toBe(2);
});

test('it is not ended amid an answer', async () => {
  const answer = thread.call(200);
  await thread.close();
  expect(await answer).toBe(201);
});

test('one that does not come to an end is ended all the same', async () => {
  const answer = thread.call(60_000);
  const refused = expect(answer).rejects.toThrow('ended');
  await thread.close();
  await refused;
});

test('one that was never asked anything is closed at once', async () => {
  await expect(thread.close()).resolves.toBeUndefined();
});

test('one that is closed refuses, and does not start again', async () => {
  expect(await thread.call(1)).toBe(2);
  await thread.close();
  await expect(thread.call(1)).rejects.toThrow('closed');
});

describe('one that ends when nobody asks it', () => {
  beforeEach(() => (thread = new WorkerThread(file, null, { idleMs: 1 })));

  test('is started again by the next question', async () => {
    const first = await thread.call(-3);
    await until('another thread answers', async () => (await thread.call(-3)) !== first);
  });

  test('is not ended amid an answer that takes longer', async () => {
    expect(await thread.call(1)).toBe(2);
    expect(await thread.call(200)).toBe(201);
  });

  test('answers the questions that come while the one before it ends', async () => {
    const ids = new Set<unknown>();
    await until('three threads have answered', async () => {
      for (const id of await Promise.all([thread.call(-3), thread.call(-3)])) ids.add(id);
      return ids.size >= 3;
    });
  });

  test('is closed like any other', async () => {
    const answer = thread.call(100);
    await thread.close();
    expect(await answer).toBe(101);
    await expect(thread.call(1)).rejects.toThrow('closed');
  });
});

describe('a call that is aborted', () => {
  test('is rejected, and the thread learns of it', async () => {
    const caller = new AbortController();
    const answer = thread.call(-4, [], caller.signal);
    caller.abort('nobody waits');
    expect(thread.pending).toBe(1); // until the thread has stopped
    await expect(answer).rejects.toThrow('aborted');
    await until('the thread has stopped its work', async () => (await thread.call(-5)) === 1);
    expect(thread.pending).toBe(0);
  });

  test('before it begins does not reach the thread', async () => {
    await expect(thread.call(-4, [], AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await thread.call(-5)).toBe(0);
  });

  test('after its answer changes nothing', async () => {
    const caller = new AbortController();
    expect(await thread.call(1, [], caller.signal)).toBe(2);
    caller.abort();
    expect(await thread.call(1)).toBe(2);
  });
});
