import type { SearchEvent } from 'contract/search/search';
import { productOf, reportClick, reportPurchases, reportSearch } from '~/features/search-events/search-events';
import { fakeApi } from '../../support/api';
import { signedIn } from '../../support/given';

const EVENTS = 'POST /api/search/events/';
let beacon: jest.Mock<boolean, [string, Blob]>;
let api: ReturnType<typeof fakeApi>;
const wants = (name: 'doNotTrack' | 'globalPrivacyControl', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

beforeEach(() => {
  jest.useFakeTimers();
  beacon = jest.fn<boolean, [string, Blob]>(() => true);
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
  api = fakeApi({ [EVENTS]: { status: 204 } });
  signedIn();
});
afterEach(() => {
  wants('doNotTrack', null);
  wants('globalPrivacyControl', undefined);
});

const kept = () => sessionStorage.getItem('searchClicks');

test('a search is reported when the page is idle, and not after it was left', () => {
  const stop = reportSearch('áo', true);
  expect(beacon).not.toHaveBeenCalled();
  stop();
  jest.runAllTimers();
  expect(beacon).not.toHaveBeenCalled();
  reportSearch('áo', true);
  jest.runAllTimers();
  expect(beacon.mock.calls.map(([path, { type }]) => [path, type])).toEqual([
    ['/api/search/events/', 'application/json'],
  ]);
});

test('a paid product is reported once, for the last keyword that led to it', async () => {
  reportClick('áo', 5);
  reportClick('áo thun', 5);
  reportClick('váy', 6);
  await reportPurchases([5, 7]);
  await reportPurchases([5, 7]);
  const sent = api.to(EVENTS).map(({ body }) => body as SearchEvent);
  expect(sent).toEqual([{ type: 'purchase', keyword: 'áo thun', product: 5 }]);
});

test('a day later a purchase has nothing to do with the search', async () => {
  reportClick('áo', 5);
  jest.advanceTimersByTime(86_400_001);
  await reportPurchases([5]);
  expect(api.to(EVENTS)).toEqual([]);
});

test('the tab remembers at most 50 products', () => {
  for (let id = 1; id <= 60; id++) reportClick('áo', id);
  expect(JSON.parse(kept() ?? '[]')).toHaveLength(50);
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const)('with %s nothing is reported or remembered', async (name, value) => {
  wants(name, value);
  reportSearch('áo', true);
  reportClick('áo', 5);
  jest.runAllTimers();
  await reportPurchases([5]);
  expect([beacon.mock.calls, api.calls, kept()]).toEqual([[], [], null]);
});

test('the product of a click is the one that its link leads to', () => {
  document.body.innerHTML = '<a href="/products/12"><b>Áo</b></a><a href="/cart"><i>Giỏ</i></a>';
  expect(productOf(document.querySelector('b')!)).toBe(12);
  expect(productOf(document.querySelector('i')!)).toBeNull();
  expect(productOf(document.body)).toBeNull();
});
