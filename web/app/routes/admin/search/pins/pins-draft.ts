/** A product as the panel shows it. */
export interface PinnableProduct {
  id: number;
  name: string;
  image: string | null;
  is_archived?: boolean;
}

/** The products that come first for a query, in order, and those that come last. */
export interface PinsDraft {
  pinned: readonly PinnableProduct[];
  buried: readonly PinnableProduct[];
}

const without = (list: readonly PinnableProduct[], id: number) => list.filter((one) => one.id !== id);

/** Takes a product out of both lists. */
export const released = ({ pinned, buried }: PinsDraft, id: number): PinsDraft => ({
  pinned: without(pinned, id),
  buried: without(buried, id),
});

/** Puts a product at the end of one list, and out of the other. */
export function chosen(draft: PinsDraft, list: keyof PinsDraft, product: PinnableProduct): PinsDraft {
  const rest = released(draft, product.id);
  return { ...rest, [list]: [...rest[list], product] };
}

/** Moves a pinned product by one place. @param by -1 up, 1 down */
export function moved({ pinned, buried }: PinsDraft, id: number, by: 1 | -1): PinsDraft {
  const from = pinned.findIndex((one) => one.id === id);
  const to = from + by;
  const [one, other] = [pinned[from], pinned[to]];
  if (!one || !other) return { pinned, buried };
  const next = [...pinned];
  [next[from], next[to]] = [other, one];
  return { pinned: next, buried };
}

/**
 * What a query will show once the draft is saved.
 * @param found what it shows now, by the pins that are saved
 */
export function previewOf(found: readonly PinnableProduct[], saved: PinsDraft, draft: PinsDraft): PinnableProduct[] {
  const taken = new Set([...draft.pinned, ...draft.buried, ...saved.pinned, ...saved.buried].map(({ id }) => id));
  const shown = (list: readonly PinnableProduct[]) => list.filter((one) => !one.is_archived);
  return [...shown(draft.pinned), ...found.filter(({ id }) => !taken.has(id)), ...shown(draft.buried)];
}
