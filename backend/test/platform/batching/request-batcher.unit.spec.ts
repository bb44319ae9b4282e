import { setImmediate as nextTurn } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import { ShopError } from '../../../src/platform/errors/shop-error.js';
import { RETRY_ALONE, RequestBatcher, type BatchOutcome } from '../../../src/platform/batching/request-batcher.js';

interface Answer {
  of: string;
}

/** A batcher that records its batches and runs each with `act`. */
function recorded(
  act: (requests: string[]) => Promise<BatchOutcome<Answer>[]>,
  limits?: { maxSize: number; maxWaitMs: number },
) {
  const batches: string[] = [];
  const batcher = new RequestBatcher<string, Answer>((requests) => {
    batches.push(requests.join(''));
    return act(requests);
  }, limits);
  return {
    batches,
    all: (requests: string) => Promise.allSettled([...requests].map((request) => batcher.enqueue(request))),
  };
}
/** What a batch waits for until the test lets it go on. */
function gate() {
  let release = () => {};
  const hold = new Promise<void>((resolve) => (release = resolve));
  return { hold, release: () => release() };
}
const done = (requests: string[]) => Promise.resolve(requests.map((of) => ({ of })));
const failed = (code: string) => new QueryFailedError('', [], Object.assign(new Error('on purpose'), { code }));
const resultsOf = (settled: PromiseSettledResult<Answer>[]) =>
  settled.map((end) => (end.status === 'fulfilled' ? end.value.of : (end.reason as Error).message));

test('concurrent requests share batches of limited size, and each gets its own result', async () => {
  const { batches, all } = recorded(done, { maxSize: 3, maxWaitMs: 1_000 });
  expect(resultsOf(await all('abcdefg'))).toEqual([...'abcdefg']);
  expect(batches).toEqual(['abc', 'def', 'g']);
});

test('requests that arrive while a batch runs form the next batch', async () => {
  const { hold, release } = gate();
  const { batches, all } = recorded((requests) => hold.then(() => done(requests)));
  const first = all('a');
  await nextTurn();
  const others = [all('bc'), all('d')];
  release();
  expect(resultsOf((await Promise.all([first, ...others])).flat())).toEqual([...'abcd']);
  expect(batches).toEqual(['a', 'bcd']);
});

test('the next batch starts beside one that hangs', async () => {
  const { hold, release } = gate();
  const act = (requests: string[]) => (requests[0] === 'a' ? hold : Promise.resolve()).then(() => done(requests));
  const { batches, all } = recorded(act, { maxSize: 50, maxWaitMs: 20 });
  const first = all('a');
  await nextTurn();
  expect(resultsOf(await all('b'))).toEqual(['b']);
  expect(batches).toEqual(['a', 'b']);
  release();
  expect(resultsOf(await first)).toEqual(['a']);
});

test('an error refuses one request alone, and RETRY_ALONE runs its request solo', async () => {
  const { batches, all } = recorded((requests) =>
    Promise.resolve(
      requests.map((of) => {
        if (of === 'b') return new ShopError(409, 'no');
        return of === 'c' && requests.length > 1 ? RETRY_ALONE : { of };
      }),
    ),
  );
  expect(resultsOf(await all('abc'))).toEqual(['a', 'no', 'c']);
  expect(batches).toEqual(['abc', 'c']);
});

test('a batch that the database rolls back is retried one by one', async () => {
  const { batches, all } = recorded((requests) =>
    requests.includes('b') ? Promise.reject(failed('23505')) : done(requests),
  );
  expect(resultsOf(await all('abc'))).toEqual(['a', 'on purpose', 'c']);
  expect(batches).toEqual(['abc', 'a', 'b', 'c']);
});

test.each(['57P01', '08006', ''])('a batch that may have committed is not retried (%s)', async (code) => {
  const { batches, all } = recorded(() => Promise.reject(code ? failed(code) : new Error('on purpose')));
  expect(resultsOf(await all('ab'))).toEqual(['on purpose', 'on purpose']);
  expect(batches).toEqual(['ab']);
});
