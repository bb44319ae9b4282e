/** A colour as #rrggbb. */
export type Hex = `#${string}`;

/** Mixes two colours; `part` 0 gives the first, 1 the second. */
export function mix(first: Hex, second: Hex, part: number): Hex {
  const [a, b] = [channels(first), channels(second)];
  const mixed = a.map((value, i) => Math.round(value + (b[i]! - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour in shade: darker and a little cooler, as cloth is, never plain grey. */
export const darker = (color: Hex, part: number): Hex => mix(color, '#1a1420', part);

/** The colour in light: towards warm white. */
export const lighter = (color: Hex, part: number): Hex => mix(color, '#fffaf2', part);

/** How bright the eye sees it, 0 black to 1 white (Rec. 709 weights on the sRGB values). */
export function brightness(color: Hex): number {
  const [red, green, blue] = channels(color);
  return (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255;
}

function channels(color: Hex): number[] {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}
