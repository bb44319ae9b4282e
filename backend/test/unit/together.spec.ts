import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import { ShopError } from '../../src/common/shop-error.js';
import { BUSY, Together, type Outcome } from '../../src/common/together.js';

interface Answer {
  of: string;
}

/** A `Together` that writes down what it is given to do, and does each as `act` says. */
function recorded(act: (asks: string[]) => Promise<Outcome<Answer>[]>, limits?: { most: number; patience: number }) {
  const batches: string[] = [];
  const together = new Together<string, Answer>((asks) => {
    batches.push(asks.join(''));
    return act(asks);
  }, limits);
  return { batches, all: (asks: string) => Promise.allSettled([...asks].map((ask) => together.ask(ask))) };
}
const done = (asks: string[]) => Promise.resolve(asks.map((of) => ({ of })));
const failed = (code: string) => new QueryFailedError('', [], Object.assign(new Error('on purpose'), { code }));
const ends = (settled: PromiseSettledResult<Answer>[]) =>
  settled.map((end) => (end.status === 'fulfilled' ? end.value.of : (end.reason as Error).message));

test('what is asked at the same time is done together, so many at a time, and each gets its own answer', async () => {
  const { batches, all } = recorded(done, { most: 3, patience: 1_000 });
  expect(ends(await all('abcdefg'))).toEqual([...'abcdefg']);
  expect(batches).toEqual(['abc', 'def', 'g']);
});

test('what is asked while others are being done waits for them, and then goes together', async () => {
  const { batches, all } = recorded((asks) => pause(30).then(() => done(asks)));
  const first = all('a');
  await pause(10);
  expect(ends((await Promise.all([first, all('bc'), all('d')])).flat())).toEqual([...'abcd']);
  expect(batches).toEqual(['a', 'bcd']);
});

test('nobody waits for long: the next go beside those that hang', async () => {
  const { batches, all } = recorded((asks) => pause(asks[0] === 'a' ? 300 : 0).then(() => done(asks)), {
    most: 50,
    patience: 20,
  });
  const first = all('a');
  await pause(5);
  expect(ends(await all('b'))).toEqual(['b']);
  expect(batches).toEqual(['a', 'b']);
  expect(ends(await first)).toEqual(['a']);
});

test('a refusal is for one; what is busy is done again alone', async () => {
  const { batches, all } = recorded((asks) =>
    Promise.resolve(
      asks.map((of) => {
        if (of === 'b') return new ShopError(409, 'no');
        return of === 'c' && asks.length > 1 ? BUSY : { of };
      }),
    ),
  );
  expect(ends(await all('abc'))).toEqual(['a', 'no', 'c']);
  expect(batches).toEqual(['abc', 'c']);
});

test('what the database refuses together is done one by one', async () => {
  const { batches, all } = recorded((asks) => (asks.includes('b') ? Promise.reject(failed('23505')) : done(asks)));
  expect(ends(await all('abc'))).toEqual(['a', 'on purpose', 'c']);
  expect(batches).toEqual(['abc', 'a', 'b', 'c']);
});

test.each(['57P01', '08006', ''])('what may have been committed is not done again (%s)', async (code) => {
  const { batches, all } = recorded(() => Promise.reject(code ? failed(code) : new Error('on purpose')));
  expect(ends(await all('ab'))).toEqual(['on purpose', 'on purpose']);
  expect(batches).toEqual(['ab']);
});
