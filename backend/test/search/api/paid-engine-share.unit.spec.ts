import { Config } from '../../../src/platform/config/config.js';
import { PaidEngineShare } from '../../../src/search/api/paid-engine-share.js';

const PAID = {
  AI_SEARCH_PROVIDER: 'openai',
  AI_SEARCH_URL: 'https://models.example/v1',
  AI_SEARCH_EMBEDDING_MODEL: 'words',
  AI_SEARCH_VISION_MODEL: 'eyes',
  AI_SEARCH_CALLS_PER_MINUTE: '40',
};
const share = (env: NodeJS.ProcessEnv) =>
  new PaidEngineShare(
    Config.from({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
      JWT_SECRET: 'a secret that only the tests sign with',
      ...env,
    }),
  );
const taken = (of: PaidEngineShare, networks: string[], kind: 'picture' | 'text') =>
  networks.reduce(
    async (before, network) => [...(await before), await of.consume(network, kind)],
    Promise.resolve<boolean[]>([]),
  );
const times = (count: number, network: string) => Array.from({ length: count }, () => network);

test.each([
  ['text', 10],
  ['picture', 5],
] as const)('a caller has a quarter of the calls of a minute, another has its own: %s', async (kind, count) => {
  const of = share(PAID);
  expect(new Set(await taken(of, times(count, '203.0.113.1'), kind))).toEqual(new Set([true]));
  expect(await of.consume('203.0.113.1', kind)).toBe(false);
  expect(await of.consume('203.0.113.2', kind)).toBe(true);
});

test('the networks of an IPv6 site are one caller', async () => {
  const of = share(PAID);
  await taken(of, times(10, '2001:db8:7:1::/64'), 'text');
  expect(await of.consume('2001:db8:7:2::/64', 'text')).toBe(false);
});

test('a small budget has one picture a minute for each', async () => {
  const of = share({ ...PAID, AI_SEARCH_CALLS_PER_MINUTE: '1' });
  expect(await taken(of, times(2, '203.0.113.1'), 'picture')).toEqual([true, false]);
});

test.each([{}, { ...PAID, RATE_LIMIT: 'off' }])(
  'without a paid engine, and without limits, nothing is counted',
  async (env) => {
    expect(new Set(await taken(share(env), times(100, '203.0.113.1'), 'picture'))).toEqual(new Set([true]));
  },
);
