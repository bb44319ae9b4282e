import { act, renderHook } from '@testing-library/react';
import type { Choice } from '~/features/buying/variant-choice';
import { useChoice } from '~/routes/shop/product/use-choice';
import { variant } from '../../support/given';

let mockSearch = '';
const mockNavigate = jest.fn();
jest.mock('@remix-run/react', () => ({
  useLocation: () => ({ pathname: '/products/5', search: mockSearch, hash: '', state: null }),
  useNavigate: () => mockNavigate,
}));

const color = (id: number) => ({ id, name: '', hex_code: '' });
const [m, l] = [
  { id: 1, name: 'M' },
  { id: 2, name: 'L' },
];
const product = { available_colors: [color(1), color(2)], available_sizes: [m, l], variants: [] };

/** A little more than a frame, in milliseconds. */
const FRAME = 20;

beforeEach(() => {
  mockSearch = '';
  mockNavigate.mockClear();
  jest.useFakeTimers();
});

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

describe('a product with one size', () => {
  const of = (stock: { white: number; black: number }) => ({
    available_colors: [color(1), color(2)],
    available_sizes: [m],
    variants: [
      variant({ id: 1, color: color(1), size: m, stock_quantity: stock.white }),
      variant({ id: 2, color: color(2), size: m, stock_quantity: stock.black }),
    ],
  });
  const open = (stock: { white: number; black: number }) => {
    const { result } = renderHook(() => useChoice(of(stock)));
    return { choice: () => result.current[0], choose: (next: Choice) => act(() => result.current[1](next)) };
  };

  test('has it chosen from the start, and the address names it once another part is chosen', () => {
    const { choice, choose } = open({ white: 2, black: 2 });
    expect(choice()).toEqual({ color: null, size: 1 });
    choose({ color: 2, size: 1 });
    act(() => jest.advanceTimersByTime(FRAME));
    expect(mockNavigate).toHaveBeenLastCalledWith(
      expect.objectContaining({ search: '?color=2&size=1' }),
      expect.anything(),
    );
  });

  test('keeps it at the first press, and deselects it at the second', () => {
    const { choice, choose } = open({ white: 2, black: 2 });
    choose({ color: null, size: null });
    expect(choice()).toEqual({ color: null, size: 1 });
    choose({ color: null, size: null });
    expect(choice()).toEqual({ color: null, size: null });
    choose({ color: 2, size: null });
    expect(choice()).toEqual({ color: 2, size: null });
  });

  test('of one colour has both chosen, and a press on each keeps both', () => {
    const only = {
      available_colors: [color(1)],
      available_sizes: [m],
      variants: [variant({ color: color(1), size: m })],
    };
    const { result } = renderHook(() => useChoice(only));
    for (const pressed of [
      { color: null, size: 1 },
      { color: 1, size: null },
    ]) {
      act(() => result.current[1](pressed));
      act(() => jest.advanceTimersByTime(FRAME));
      mockSearch = '?color=1&size=1';
      expect(result.current[0]).toEqual({ color: 1, size: 1 });
    }
    act(() => result.current[1]({ color: null, size: 1 }));
    expect(result.current[0]).toEqual({ color: null, size: 1 });
  });

  test('has it open while it is sold out, also in the chosen colour alone', () => {
    expect(open({ white: 0, black: 0 }).choice()).toEqual({ color: null, size: null });
    const { choice, choose } = open({ white: 0, black: 2 });
    choose({ color: 1, size: null });
    expect(choice()).toEqual({ color: 1, size: null });
    choose({ color: 2, size: null });
    expect(choice()).toEqual({ color: 2, size: 1 });
  });
});
