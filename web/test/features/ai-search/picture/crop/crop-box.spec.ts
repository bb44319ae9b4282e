import fc from 'fast-check';
import {
  CORNERS,
  MIN_SIDE,
  WHOLE,
  cropPixels,
  isWhole,
  moveBox,
  moveCorner,
  type CropBox,
} from '~/features/ai-search/picture/crop/crop-box';

const BOX: CropBox = { left: 0.2, top: 0.4, right: 0.6, bottom: 0.9 };

/** Rounds away what binary fractions leave over. */
const rounded = (box: CropBox) =>
  Object.fromEntries(
    Object.entries(box).map(([edge, share]: [string, number]) => [edge, Math.round(share * 1e6) / 1e6]),
  );

test('a moved box keeps its size and stops at the edges of the picture', () => {
  expect(rounded(moveBox(BOX, 0.1, -0.1))).toEqual({ left: 0.3, top: 0.3, right: 0.7, bottom: 0.8 });
  expect(rounded(moveBox(BOX, 3, 3))).toEqual({ left: 0.6, top: 0.5, right: 1, bottom: 1 });
  expect(rounded(moveBox(BOX, -3, -3))).toEqual({ left: 0, top: 0, right: 0.4, bottom: 0.5 });
  expect(moveBox(WHOLE, 0.3, -0.3)).toEqual(WHOLE);
});

test.each([
  ['top-left', { left: 0.3, top: 0.5, right: 0.6, bottom: 0.9 }],
  ['top-right', { left: 0.2, top: 0.5, right: 0.7, bottom: 0.9 }],
  ['bottom-left', { left: 0.3, top: 0.4, right: 0.6, bottom: 1 }],
  ['bottom-right', { left: 0.2, top: 0.4, right: 0.7, bottom: 1 }],
] as const)('the %s corner moves its two edges and leaves the others', (corner, moved) => {
  expect(rounded(moveCorner(BOX, corner, 0.1, 0.1))).toEqual(moved);
});

test('however a box is moved and resized, it stays within the picture and large enough', () => {
  const distance = fc.double({ min: -2, max: 2, noNaN: true });
  const step = fc.tuple(fc.constantFrom('whole', ...CORNERS), distance, distance);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const box = steps.reduce(
        (now, [part, dx, dy]) => (part === 'whole' ? moveBox(now, dx, dy) : moveCorner(now, part, dx, dy)),
        WHOLE,
      );
      const rest = 1e-9;
      expect(Math.min(box.left, box.top, 1 - box.right, 1 - box.bottom)).toBeGreaterThanOrEqual(-rest);
      expect(Math.min(box.right - box.left, box.bottom - box.top)).toBeGreaterThanOrEqual(MIN_SIDE - rest);
    }),
  );
});

test('steps there and back make the whole picture again', () => {
  const there = [1, 2, 3].reduce((box) => moveCorner(box, 'bottom-right', -0.02, -0.02), WHOLE);
  expect(isWhole(there)).toBe(false);
  expect(isWhole([1, 2, 3].reduce((box) => moveCorner(box, 'bottom-right', 0.02, 0.02), there))).toBe(true);
});

test('the pixels of a box lie within the picture, and are at least one', () => {
  expect(cropPixels(BOX, 1_000, 10)).toEqual({ x: 200, y: 4, width: 400, height: 5 });
  expect(cropPixels(WHOLE, 1_599, 1_201)).toEqual({ x: 0, y: 0, width: 1_599, height: 1_201 });
  expect(cropPixels({ left: 0.9, top: 0.9, right: 1, bottom: 1 }, 3, 1)).toEqual({ x: 2, y: 0, width: 1, height: 1 });
});
