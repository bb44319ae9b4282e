import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WorkerThread } from '../../../src/platform/threads/worker-thread.js';
import { until } from '../../support/until.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'may-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A thread that answers `n` with `n + 1` after `n` milliseconds, fails at -1, exits at -2, answers -3 with its number,
 * answers -4 only with its abort, and -5 with how many of these were aborted.
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

test('each call has its own result, whichever comes first', async () => {
  expect(await Promise.all([60, 1, 30].map((n) => thread.call<number>(n)))).toEqual([61, 2, 31]);
});

test('a call that fails rejects with the reason, and the next succeeds', async () => {
  await expect(thread.call(-1)).rejects.toThrow('nothing below zero');
  expect(await thread.call(1)).toBe(2);
});

test('a thread that exits rejects its pending calls, and the next call starts another', async () => {
  const waiting = thread.call(5_000);
  await expect(Promise.all([waiting, thread.call(-2)])).rejects.toThrow('ended');
  await expect(waiting).rejects.toThrow('ended');
  expect(await thread.call(1)).toBe(2);
});

test('closing waits for the pending calls', async () => {
  const answer = thread.call(200);
  await thread.close();
  expect(await answer).toBe(201);
});

test('closing ends a thread whose call takes too long', async () => {
  const answer = thread.call(60_000);
  const refused = expect(answer).rejects.toThrow('ended');
  await thread.close();
  await refused;
});

test('a thread that was never called is closed at once', async () => {
  await expect(thread.close()).resolves.toBeUndefined();
});

test('a closed thread rejects calls, and does not start again', async () => {
  expect(await thread.call(1)).toBe(2);
  await thread.close();
  await expect(thread.call(1)).rejects.toThrow('closed');
});

describe('a thread that ends when it is idle', () => {
  beforeEach(() => (thread = new WorkerThread(file, null, { idleMs: 1 })));

  test('is started again by the next call', async () => {
    const first = await thread.call(-3);
    await until('another thread answers', async () => (await thread.call(-3)) !== first);
  });

  test('does not end during a long call', async () => {
    expect(await thread.call(1)).toBe(2);
    expect(await thread.call(200)).toBe(201);
  });

  test('answers the calls that come while the one before it ends', async () => {
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
