import type { KeyboardEvent } from 'react';

/** How many rows a key moves the focus in a grid of inputs: down by Enter and the arrow, up by the arrow, 0 for another key. */
export function rowStep({ key }: Pick<KeyboardEvent, 'key'>): 1 | 0 | -1 {
  if (key === 'ArrowDown' || key === 'Enter') return 1;
  return key === 'ArrowUp' ? -1 : 0;
}
