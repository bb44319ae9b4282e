import type { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { Config } from '../../../src/platform/config/config.js';
import type { CatalogChanges } from '../../../src/platform/http-cache/catalog-changes.js';
import type { KeywordCall } from '../../../src/search/keyword/keyword-index.js';
import { KeywordSearchService } from '../../../src/search/keyword/keyword-search.service.js';

/** A search whose index is loaded, and answers by `call`. */
function searchOf(call: (call: KeywordCall) => Promise<unknown>): KeywordSearchService {
  const changes = { isLive: true, onChange: () => () => undefined } as unknown as CatalogChanges;
  const config = Config.from({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  const reads = { useKeywordSearch: () => undefined } as unknown as CatalogReads;
  const search = new KeywordSearchService(reads, config, changes);
  return Object.assign(search, { thread: { call, close: () => Promise.resolve() }, isLoaded: true });
}

test('an answer is not current when a reload has failed while it waited for that', async () => {
  let fail = (_error: Error) => {};
  const search = searchOf(({ changed }) =>
    changed === null ? new Promise((_resolve, reject) => (fail = reject)) : Promise.resolve({ ids: [7] }),
  );
  const waiting = search.find({ keyword: undefined }, { from: 0, count: 12 });
  fail(new Error('the database is starting up'));
  expect(await waiting).toMatchObject({ ids: [7], isCurrent: false });
});

test('suggestions are not current until a reload has ended', async () => {
  let end = (_answer: null) => {};
  const search = searchOf(({ changed }) =>
    changed === null ? new Promise((resolve) => (end = resolve)) : Promise.resolve({ products: [7] }),
  );
  expect(await search.suggest('áo')).toMatchObject({ products: [7], isCurrent: false });
  end(null);
  await new Promise(setImmediate);
  expect(await search.suggest('áo')).toMatchObject({ products: [7], isCurrent: true });
});

test('after a failed load the index reads all products within a minute, without a call for it', async () => {
  jest.useFakeTimers();
  const calls: KeywordCall['changed'][] = [];
  const search = searchOf(({ changed }) => {
    calls.push(changed);
    return calls.length === 1 ? Promise.reject(new Error('the database is starting up')) : Promise.resolve(null);
  });
  search.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(calls).toEqual([null, null, []]);
  await search.onApplicationShutdown();
  jest.useRealTimers();
});
