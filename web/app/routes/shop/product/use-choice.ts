import { useLocation, useNavigate, type Location } from '@remix-run/react';
import type { Product } from 'contract/catalog/catalog';
import { useEffect, useRef, useState } from 'react';
import { fillOnlyOptions, type Choice, type Side } from '~/features/buying/variant-choice';

type Options = Pick<Product, 'available_colors' | 'available_sizes'>;

const SIDES = ['color', 'size'] as const;

/** The choice that an address names, `?color=12&size=3` by ids. What the product does not come in is no choice. */
export function choiceIn(search: string, { available_colors: colors, available_sizes: sizes }: Options): Choice {
  const params = new URLSearchParams(search);
  const among = (options: readonly { id: number }[], name: string) =>
    options.find(({ id }) => String(id) === params.get(name))?.id ?? null;
  return { color: among(colors, 'color'), size: among(sizes, 'size') };
}

const isOnlyOption = ({ available_colors: colors, available_sizes: sizes }: Options, side: Side) =>
  (side === 'color' ? colors : sizes).length === 1;

/**
 * The chosen colour and size, kept in the address: they survive a reload and the way back, and can be shared. A choice is no step of
 * the history, and leaves the page where it is. It shows at once; the address, whose change costs the router more, follows in the
 * next frame. Later it would cancel a navigation that begins meanwhile. What there is only one of is chosen from the start.
 */
export function useChoice(
  product: Options & Pick<Product, 'variants'>,
): [choice: Choice, choose: (choice: Choice) => void] {
  const { pathname, search, hash, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  /**
   * A choice that the address does not have yet, the address that it leads to, and those on the way: the address of an earlier choice
   * may arrive late, and does not take a later one back.
   */
  const [pending, setPending] = useState<{ choice: Choice; target: string; passed: string[] }>();
  /** What is pending and not on its way yet. */
  const waiting = useRef<typeof pending>();
  useEffect(() => () => (waiting.current = undefined), []);
  useEffect(() => {
    if (search === pending?.target && !waiting.current) setPending(undefined);
  }, [search, pending]);
  /** Sides that were pressed: they are as the shopper leaves them. */
  const [pressed, setPressed] = useState<readonly Side[]>([]);
  const own = pending?.passed.includes(search) ? pending.choice : choiceIn(search, product);
  const shown = fillOnlyOptions(product, own, pressed);
  function choose(wanted: Choice) {
    const changed = SIDES.filter((side) => wanted[side] !== shown[side]);
    const side = changed.find((each) => wanted[each] !== null) ?? changed[0];
    // Who presses what was chosen from the start wants it: only the next press deselects it.
    const isKept =
      side !== undefined && wanted[side] === null && isOnlyOption(product, side) && !pressed.includes(side);
    const choice = isKept ? shown : wanted;
    if (side) setPressed([...pressed, side]);
    const params = new URLSearchParams(search);
    for (const each of SIDES) {
      if (choice[each] === null) params.delete(each);
      else params.set(each, String(choice[each]));
    }
    const query = params.toString();
    const target = query && `?${query}`;
    const passed = pending ? [...pending.passed, pending.target] : [search];
    const next = (waiting.current = { choice, target, passed });
    setPending(next);
    // A frame's callbacks run before it is painted, the timer after that.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (waiting.current !== next) return;
        waiting.current = undefined;
        navigate({ pathname, search: target, hash }, { replace: true, preventScrollReset: true, state });
      }),
    );
  }
  return [shown, choose];
}
