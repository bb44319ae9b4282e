/** A part of a picture: its edges, as shares of the picture's width and height from its top left corner. */
export interface CropBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The corners by which a box is resized, in reading order. */
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type Corner = (typeof CORNERS)[number];

/** The box that cuts nothing off. */
export const WHOLE: CropBox = { left: 0, top: 0, right: 1, bottom: 1 };

/** The shortest side of a box: what is smaller shows no garment, and its corners could not be told apart. */
export const MIN_SIDE = 0.1;

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest);

/** Less than a pixel of any picture: what steps of the keyboard leave over. */
const NOTHING = 0.0005;

/** @returns whether a box is the whole picture */
export const isWhole = ({ left, top, right, bottom }: CropBox) => Math.max(left, top, 1 - right, 1 - bottom) < NOTHING;

/** Moves a box and keeps its size; it stops at the edges of the picture. */
export function moveBox({ left, top, right, bottom }: CropBox, dx: number, dy: number): CropBox {
  const x = clamp(dx, -left, 1 - right);
  const y = clamp(dy, -top, 1 - bottom);
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Moves a corner of a box. It stops at the edges of the picture, and before the box becomes too small. */
export function moveCorner(box: CropBox, corner: Corner, dx: number, dy: number): CropBox {
  const [vertical, horizontal] = corner.split('-') as ['top' | 'bottom', 'left' | 'right'];
  return {
    ...box,
    ...(horizontal === 'left'
      ? { left: clamp(box.left + dx, 0, box.right - MIN_SIDE) }
      : { right: clamp(box.right + dx, box.left + MIN_SIDE, 1) }),
    ...(vertical === 'top'
      ? { top: clamp(box.top + dy, 0, box.bottom - MIN_SIDE) }
      : { bottom: clamp(box.bottom + dy, box.top + MIN_SIDE, 1) }),
  };
}

/** @returns the box in whole pixels of a picture, at least one wide and high, within the picture */
export function cropPixels({ left, top, right, bottom }: CropBox, width: number, height: number) {
  const x = clamp(Math.round(left * width), 0, width - 1);
  const y = clamp(Math.round(top * height), 0, height - 1);
  return {
    x,
    y,
    width: clamp(Math.round(right * width) - x, 1, width - x),
    height: clamp(Math.round(bottom * height) - y, 1, height - y),
  };
}
