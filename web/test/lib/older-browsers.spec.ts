import { act, renderHook } from '@testing-library/react';
import { ApiError, api } from '~/api/http/client';
import { choiceIn, useChoice } from '~/routes/shop/product/use-choice';
import { boundPageData, PageDataError } from '~/routing/loading/failed-load';
import { localPath } from '~/routing/local-path';

const mockNavigate = jest.fn();
jest.mock('@remix-run/react', () => ({
  ...jest.requireActual<object>('@remix-run/react'),
  useLocation: () => ({ pathname: '/products/5', search: '', hash: '', state: null }),
  useNavigate: () => mockNavigate,
}));

/** What Safari 16.4 and Chrome 111 lack. */
const MISSING: [object, string][] = [
  [AbortSignal, 'any'],
  [URL, 'canParse'],
  [URL, 'parse'],
  [URLSearchParams.prototype, 'size'],
];
const own = MISSING.map(([owner, name]) => [owner, name, Object.getOwnPropertyDescriptor(owner, name)] as const);
const fetchOfPage = window.fetch;

beforeEach(() => {
  for (const [owner, name] of MISSING) Reflect.deleteProperty(owner, name);
  jest.useFakeTimers();
});
afterEach(() => {
  for (const [owner, name, property] of own) if (property) Object.defineProperty(owner, name, property);
  window.fetch = fetchOfPage;
});

/** Answers never, and rejects once its signal aborts. */
const silence: typeof fetch = (_input, init) =>
  new Promise((_, reject) =>
    init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error), { once: true }),
  );

test('the APIs are gone', () => {
  expect(MISSING.filter(([owner, name]) => name in owner)).toEqual([]);
});

test('a call of the API ends with the signal of its caller', async () => {
  window.fetch = silence;
  const leaving = new AbortController();
  const outcome = expect(api('/api/products/', { signal: leaving.signal })).rejects.toBe('left');
  leaving.abort('left');
  await outcome;
});

test('a call of the API ends with its time, also with the signal of a caller', async () => {
  const time = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  window.fetch = silence;
  const outcome = expect(api('/api/products/', { signal: new AbortController().signal })).rejects.toThrow(ApiError);
  time.abort();
  await outcome;
});

test('page data ends with the navigation, or after its time', async () => {
  window.fetch = silence;
  boundPageData();
  const navigation = new AbortController();
  const left = expect(window.fetch('/search.data', { signal: navigation.signal })).rejects.toBe('left');
  navigation.abort('left');
  await left;
  const late = expect(window.fetch('/search.data', { signal: new AbortController().signal })).rejects.toThrow(
    PageDataError,
  );
  await jest.advanceTimersByTimeAsync(30_000);
  await late;
});

test('paths of the shop are told from others', () => {
  expect(localPath('/orders/5?tab=1')).toBe('/orders/5?tab=1');
  expect(localPath('https://evil.example/')).toBe('/');
  expect(localPath('//')).toBe('/');
});

test('a colour is chosen and put into the address, and taken back', () => {
  const product = { available_colors: [{ id: 1, name: '', hex_code: '' }], available_sizes: [], variants: [] };
  const { result } = renderHook(() => useChoice(product));
  const addressAfter = (color: number | null) => {
    act(() => result.current[1]({ color, size: null }));
    act(() => jest.advanceTimersByTime(20));
    return (mockNavigate.mock.lastCall as [{ search: string }])[0].search;
  };
  expect(addressAfter(1)).toBe('?color=1');
  expect(choiceIn('?color=1', product)).toEqual({ color: 1, size: null });
  expect(addressAfter(null)).toBe('');
});
