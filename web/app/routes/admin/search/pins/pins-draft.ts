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

/** Takes a product out of both lists. */
export const removePin = ({ pinned, buried }: PinsDraft, id: number): PinsDraft => ({
  pinned: without(pinned, id),
  buried: without(buried, id),
});

/** Puts a product at the end of one list, and out of the other. */
export function addPin(draft: PinsDraft, list: keyof PinsDraft, product: PinnableProduct): PinsDraft {
  const others = removePin(draft, product.id);
  return { ...others, [list]: [...others[list], product] };
}

/** Moves a pinned product by one place. @param by -1 up, 1 down */
export function movePin({ pinned, buried }: PinsDraft, id: number, by: 1 | -1): PinsDraft {
  const from = pinned.findIndex((product) => product.id === id);
  const to = from + by;
  const [product, neighbour] = [pinned[from], pinned[to]];
  if (!product || !neighbour) return { pinned, buried };
  return { pinned: pinned.with(from, neighbour).with(to, product), buried };
}

/**
 * What a query will show once the draft is saved.
 * @param results what it shows now, by the pins that are saved
 */
export function previewOf(results: readonly PinnableProduct[], saved: PinsDraft, draft: PinsDraft): PinnableProduct[] {
  const curated = new Set([...draft.pinned, ...draft.buried, ...saved.pinned, ...saved.buried].map(({ id }) => id));
  const visible = (list: readonly PinnableProduct[]) => list.filter((product) => !product.is_archived);
  return [...visible(draft.pinned), ...results.filter(({ id }) => !curated.has(id)), ...visible(draft.buried)];
}

const without = (list: readonly PinnableProduct[], id: number) => list.filter((product) => product.id !== id);
