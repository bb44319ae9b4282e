import { useLocation, useNavigate, type Location } from '@remix-run/react';
import type { Product } from 'contract/catalog';
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
  /** The choice that the address does not have yet, and the address that it was made at. */
  const [pending, setPending] = useState<{ at: string; choice: Choice }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  function choose(choice: Choice) {
    setPending({ at: search, choice });
    const params = new URLSearchParams(search);
    for (const side of ['color', 'size'] as const) {
      if (choice[side] === null) params.delete(side);
      else params.set(side, String(choice[side]));
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      navigate({ pathname, search: params.toString(), hash }, { replace: true, preventScrollReset: true, state });
    }, ADDRESS_DELAY_MS);
  }
  return [pending?.at === search ? pending.choice : choiceIn(search, product), choose];
}
