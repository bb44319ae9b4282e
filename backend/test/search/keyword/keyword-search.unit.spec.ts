import type { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { Config } from '../../../src/platform/config/config.js';
import type { CatalogChanges } from '../../../src/platform/http-cache/catalog-changes.js';
import type { KeywordCall } from '../../../src/search/keyword/keyword-index.js';
import { KeywordSearchService } from '../../../src/search/keyword/keyword-search.service.js';

test('an answer is not current when a reload has failed while it waited for that', async () => {
  let fail = (_error: Error) => {};
  const call = ({ changed }: KeywordCall) =>
    changed === null ? new Promise((_resolve, reject) => (fail = reject)) : Promise.resolve({ ids: [7] });
  const changes = { isLive: true, onChange: () => () => undefined } as unknown as CatalogChanges;
  const config = Config.from({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  const search = new KeywordSearchService(
    { useKeywordSearch: () => undefined } as unknown as CatalogReads,
    config,
    changes,
  );
  Object.assign(search, { thread: { call, close: () => Promise.resolve() }, isLoaded: true });

  const find = () => search.find({ keyword: undefined }, { from: 0, count: 12 });
  const waiting = find();
  fail(new Error('the database is starting up'));
  expect(await waiting).toMatchObject({ ids: [7], isCurrent: false });
});
