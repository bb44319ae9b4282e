import { useLocation, useNavigate, type Location } from '@remix-run/react';
import type { Product } from 'contract/catalog/catalog';
import { useEffect, useRef, useState } from 'react';
import type { Choice } from '~/features/buying/variant-choice';

/** Milliseconds from a choice to its address: long enough for the browser to show the choice first. */
const ADDRESS_DELAY_MS = 100;

type Options = Pick<Product, 'available_colors' | 'available_sizes'>;

/** The choice that an address names, `?color=12&size=3` by ids. What the product does not come in is no choice. */
export function choiceIn(search: string, { available_colors: colors, available_sizes: sizes }: Options): Choice {
  const params = new URLSearchParams(search);
  const among = (options: readonly { id: number }[], name: string) =>
    options.find(({ id }) => String(id) === params.get(name))?.id ?? null;
  return { color: among(colors, 'color'), size: among(sizes, 'size') };
}

/**
 * The chosen colour and size, kept in the address: they survive a reload and the way back, and can be shared. A choice is no step of
 * the history, and leaves the page where it is. It shows at once; the address, whose change costs the router more, follows it.
 */
export function useChoice(product: Options): [choice: Choice, choose: (choice: Choice) => void] {
  const { pathname, search, hash, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  /**
   * A choice that the address does not have yet, the address that it leads to, and those on the way: the address of an earlier choice
   * may arrive late, and does not take a later one back.
   */
  const [pending, setPending] = useState<{ choice: Choice; target: string; passed: string[] }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (search === pending?.target && timer.current === undefined) setPending(undefined);
  }, [search, pending]);
  function choose(choice: Choice) {
    const params = new URLSearchParams(search);
    for (const side of ['color', 'size'] as const) {
      if (choice[side] === null) params.delete(side);
      else params.set(side, String(choice[side]));
    }
    const target = params.size > 0 ? `?${params.toString()}` : '';
    const passed = pending ? [...pending.passed, pending.target] : [search];
    setPending({ choice, target, passed });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      navigate({ pathname, search: target, hash }, { replace: true, preventScrollReset: true, state });
    }, ADDRESS_DELAY_MS);
  }
  return [pending?.passed.includes(search) ? pending.choice : choiceIn(search, product), choose];
}
