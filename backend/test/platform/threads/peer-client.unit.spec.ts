import { build } from 'esbuild';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PeerClient } from '../../../src/platform/threads/peer-client.js';
import { WorkerProcess } from '../../../src/platform/threads/worker-process.js';
import { WorkerThread } from '../../../src/platform/threads/worker-thread.js';
import { until } from '../../support/until.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('thread');

/**
 * A peer that answers `n` with `n + 1` after `n` milliseconds, fails at -1, exits at -2, answers -3 with its number,
 * answers -4 only with its abort, -5 with how many of these were aborted, and -6 with the data it was started with. At -7 it
 * hangs.
 */
const file = path.join(folder, 'peer.mjs');
beforeAll(async () => {
  const source = path.join(folder, 'source.ts');
  const serving = path.resolve(import.meta.dirname, '../../../src/platform/threads/serve-calls.ts');
  writeFileSync(
    source,
    `import { threadId } from 'node:worker_threads';
     import { serveCalls, startData } from ${JSON.stringify(serving)};
     let aborted = 0;
     serveCalls(async (n: number, signal: AbortSignal) => {
       if (n === -1) throw new Error('nothing below zero');
       if (n === -2) process.exit(3);
       if (n === -3) return threadId || process.pid;
       if (n === -4)
         return new Promise((_, reject) =>
           signal.addEventListener('abort', () => ((aborted += 1), reject(signal.reason))),
         );
       if (n === -5) return aborted;
       if (n === -6) return startData();
       while (n === -7);
       await new Promise((resolve) => setTimeout(resolve, n));
       return n + 1;
     });`,
  );
  await build({ entryPoints: [source], outfile: file, bundle: true, platform: 'node', format: 'esm' });
});

describe.each([
  ['thread', WorkerThread],
  ['process', WorkerProcess],
])('a %s', (_name, Kind) => {
  let peer: PeerClient;
  const data = { of: ['any', 1] };
  beforeEach(() => (peer = new Kind(file, data)));
  afterEach(() => peer.close());

  test('it knows the data that it was started with', async () => {
    expect(await peer.call(-6)).toEqual(data);
  });

  test('each call has its own result, whichever comes first', async () => {
    expect(await Promise.all([60, 1, 30].map((n) => peer.call<number>(n)))).toEqual([61, 2, 31]);
  });

  test('a call that fails rejects with the reason, and the next succeeds', async () => {
    await expect(peer.call(-1)).rejects.toThrow('nothing below zero');
    expect(await peer.call(1)).toBe(2);
  });

  test('one that exits rejects its pending calls, and the next call starts another', async () => {
    const waiting = peer.call(5_000);
    await expect(Promise.all([waiting, peer.call(-2)])).rejects.toThrow('ended');
    await expect(waiting).rejects.toThrow('ended');
    expect(await peer.call(1)).toBe(2);
  });

  test('closing waits for the pending calls', async () => {
    const answer = peer.call(200);
    await peer.close();
    expect(await answer).toBe(201);
  });

  test('closing ends one whose call takes too long', async () => {
    const answer = peer.call(60_000);
    const refused = expect(answer).rejects.toThrow('ended');
    await peer.close();
    await refused;
  });

  test('one that was never called is closed at once', async () => {
    await expect(peer.close()).resolves.toBeUndefined();
  });

  test('a closed one rejects calls, and does not start again', async () => {
    expect(await peer.call(1)).toBe(2);
    await peer.close();
    await expect(peer.call(1)).rejects.toThrow('closed');
  });

  describe('one that ends when it is idle', () => {
    beforeEach(() => (peer = new Kind(file, data, { idleMs: 1 })));

    test('is started again by the next call', async () => {
      const first = await peer.call(-3);
      await until('another one answers', async () => (await peer.call(-3)) !== first);
    });

    test('does not end during a long call', async () => {
      expect(await peer.call(1)).toBe(2);
      expect(await peer.call(200)).toBe(201);
    });

    test('answers the calls that come while the one before it ends', async () => {
      const ids = new Set<unknown>();
      await until('three have answered', async () => {
        for (const id of await Promise.all([peer.call(-3), peer.call(-3)])) ids.add(id);
        return ids.size >= 3;
      });
    });

    test('is closed like any other', async () => {
      const answer = peer.call(100);
      await peer.close();
      expect(await answer).toBe(101);
      await expect(peer.call(1)).rejects.toThrow('closed');
    });
  });

  describe('a call that is aborted', () => {
    test('is rejected, and the peer learns of it', async () => {
      const caller = new AbortController();
      const answer = peer.call(-4, [], caller.signal);
      caller.abort('nobody waits');
      expect(peer.pending).toBe(1); // until the peer has stopped
      await expect(answer).rejects.toThrow('aborted');
      await until('the peer has stopped its work', async () => (await peer.call(-5)) === 1);
      expect(peer.pending).toBe(0);
    });

    test('before it begins does not reach the peer', async () => {
      await expect(peer.call(-4, [], AbortSignal.abort())).rejects.toThrow('aborted');
      expect(await peer.call(-5)).toBe(0);
    });

    test('after its answer changes nothing', async () => {
      const caller = new AbortController();
      expect(await peer.call(1, [], caller.signal)).toBe(2);
      caller.abort();
      expect(await peer.call(1)).toBe(2);
    });
  });
});

describe('a process whose calls have a time limit', () => {
  let peer: PeerClient;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
    peer = new WorkerProcess(file, null, { maxCallMs: 30_000, idleMs: 60_000 });
  });
  afterEach(async () => {
    await peer.close();
    jest.useRealTimers();
  });

  test('is killed when it hangs: all its calls fail and say so, and the next call starts another', async () => {
    const pid = await peer.call<number>(-3);
    const calls = Promise.allSettled([peer.call(-7), peer.call(1)]);
    jest.advanceTimersByTime(30_000);
    const hung = {
      status: 'rejected',
      reason: new Error('The process peer.mjs did not answer for 30 s and was ended'),
    };
    expect(await calls).toEqual([hung, hung]);
    expect(peer.pending).toBe(0);
    expect(await peer.call(-3)).not.toBe(pid);
    await until('the process is gone', () => !isRunning(pid));
  });

  test('goes on when its calls were answered in time', async () => {
    const pid = await peer.call<number>(-3);
    jest.advanceTimersByTime(29_999);
    expect(await peer.call(-3)).toBe(pid);
    jest.advanceTimersByTime(29_999);
    expect(await peer.call(-3)).toBe(pid);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process whose starter has gone ends, and no signal of a terminal ends it before', async () => {
  const child = fork(file, ['null'], { serialization: 'advanced' });
  const answer = once(child, 'message');
  child.send({ id: 1, request: 1, canAbort: false });
  await answer;
  child.kill('SIGINT');
  child.send({ id: 2, request: 1, canAbort: false });
  expect(await once(child, 'message')).toMatchObject([{ id: 2, result: 2 }, undefined]);
  const exit = once(child, 'exit');
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test('a process that cannot be started rejects each call with the reason', async () => {
  const script = path.join(folder, 'starter.mjs');
  const [contents, resolveDir] = [
    `import { WorkerProcess } from './worker-process.ts';
     process.execPath = '/no/node';
     const peer = new WorkerProcess('peer.mjs', null);
     for (const n of [1, 2]) await peer.call(n).catch(({ message }) => console.log(n, message));
     await peer.close();`,
    path.resolve(import.meta.dirname, '../../../src/platform/threads'),
  ];
  await build({ stdin: { contents, resolveDir }, outfile: script, bundle: true, platform: 'node', format: 'esm' });
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toBe('1 spawn /no/node ENOENT\n2 spawn /no/node ENOENT\n');
});
