import { act, renderHook } from '@testing-library/react';
import { useChoice } from '~/routes/shop/product/use-choice';

let mockSearch = '';
const mockNavigate = jest.fn();
jest.mock('@remix-run/react', () => ({
  useLocation: () => ({ pathname: '/products/5', search: mockSearch, hash: '', state: null }),
  useNavigate: () => mockNavigate,
}));

const color = (id: number) => ({ id, name: '', hex_code: '' });
const product = {
  available_colors: [color(1), color(2)],
  available_sizes: [
    { id: 1, name: 'M' },
    { id: 2, name: 'L' },
  ],
};

/** A little more than a frame, in milliseconds. */
const FRAME = 20;

beforeEach(() => {
  mockSearch = '';
  mockNavigate.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('an address that arrives late does not take a later choice back', () => {
  const { result, rerender } = renderHook(() => useChoice(product));
  const choice = () => result.current[0];
  const choose = (next: ReturnType<typeof choice>) => act(() => result.current[1](next));
  const pass = () => act(() => jest.advanceTimersByTime(FRAME));
  const arrive = (search: string) => {
    mockSearch = search;
    rerender();
  };
  choose({ color: 1, size: null });
  pass();
  choose({ color: 1, size: 2 });
  arrive('?color=1');
  expect(choice()).toEqual({ color: 1, size: 2 });
  pass();
  expect(mockNavigate).toHaveBeenLastCalledWith(
    expect.objectContaining({ search: '?color=1&size=2' }),
    expect.objectContaining({ replace: true }),
  );
  arrive('?color=1&size=2');
  expect(choice()).toEqual({ color: 1, size: 2 });

  // Afterwards the address decides again, an earlier one too.
  arrive('?color=1');
  expect(choice()).toEqual({ color: 1, size: null });
});

test('the address follows within a frame: a navigation that begins later is not cancelled by it', () => {
  const { result } = renderHook(() => useChoice(product));
  act(() => result.current[1]({ color: 1, size: 2 }));
  expect(mockNavigate).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(FRAME));
  expect(mockNavigate).toHaveBeenCalledTimes(1);
  act(() => jest.advanceTimersByTime(1_000));
  expect(mockNavigate).toHaveBeenCalledTimes(1);
});
