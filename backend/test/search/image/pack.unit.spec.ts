import { readFileSync } from 'node:fs';
import path from 'node:path';
import { prepareQuery, compare } from '../../../src/search/image/compare.js';
import { describePicture } from '../../../src/search/image/describe.js';
import type { PictureParts } from '../../../src/search/image/describe.js';
import { unpackDescription, pack, packDescription, unpack } from '../../../src/search/image/pack.js';
import { KINDS, describeImage } from '../../../src/search/image/image-description.js';
import { toUnit } from '../../../src/search/image/features/pixels.js';
import { randomFrom } from '../../../src/demo/support/random.js';
import { PICTURE_WEIGHTS, drawnGarment } from '../../support/pictures.js';
import sharp from 'sharp';

const SIDE = 256;
const random = randomFrom('parts');

/** The parts of a drawn garment, with what a network might say of it. */
async function partsOf(base: `#${string}`, likely: Record<number, number> = {}): Promise<PictureParts> {
  const data = await sharp(await drawnGarment('tee', { base }))
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const parts = await describePicture({ data: new Uint8Array(data), width: SIDE, height: SIDE }, 0.75, null);
  const chances = Float32Array.from({ length: KINDS.length }, (_, i) => likely[i] ?? 0);
  const vector = toUnit(Float32Array.from({ length: 128 }, () => random.next() * 2 - 1));
  return { ...parts, network: { vector, likely: chances } };
}

const near = (one: Float32Array, other: Float32Array, away: number) => {
  expect(one).toHaveLength(other.length);
  one.forEach((value, i) => expect(Math.abs(value - other[i]!)).toBeLessThan(away));
};

describe('the parts of a picture as bytes', () => {
  test('are read again as they were, but for the last half of a hundredth', async () => {
    const parts = await partsOf('#b2262e', { 14: 0.8, 6: 0.2 });
    const bytes = pack(parts);
    expect(bytes.length).toBeLessThanOrEqual(2_048);
    const again = unpack(bytes);
    expect(again.color).toMatchObject({ name: parts.color.name, hex: parts.color.hex });
    near(again.color.names, parts.color.names, 0.003);
    near(again.color.shades, parts.color.shades, 0.003);
    near(again.edges, parts.edges, 0.003);
    near(again.frameNorms, parts.frameNorms, 0.003);
    near(again.cover, parts.cover, 0.003);
    near(again.outline, parts.outline, 0.01);
    near(again.texture, parts.texture, 0.003);
    near(again.network!.vector, parts.network!.vector, 0.003);
    near(again.network!.likely, parts.network!.likely, 0.003);
    // Written again they are the same bytes.
    expect(pack(again)).toEqual(bytes);
  });

  test('compare as before, also when they lie within other bytes', async () => {
    const [one, other] = [await partsOf('#b2262e', { 14: 1 }), await partsOf('#202f4a', { 14: 0.5, 6: 0.5 })];
    const laid = new Uint8Array(5_000);
    const bytes = pack(other);
    laid.set(bytes, 1_237);
    const read = unpackDescription({ parts: laid.subarray(1_237, 1_237 + bytes.length) })!;
    const { score } = compare(prepareQuery(one), { ...other, ...packDescription(other) });
    expect(compare(prepareQuery(unpack(pack(one))), read).score).toBeCloseTo(score, 1);
  });

  test('without a network they say so', async () => {
    const parts = { ...(await partsOf('#b2262e')), network: null };
    expect(unpack(pack(parts)).network).toBeNull();
  });

  test('of another layout or cut off are refused', async () => {
    const bytes = pack(await partsOf('#b2262e'));
    expect(() => unpack(Uint8Array.of(9, ...bytes.subarray(1)))).toThrow(RangeError);
    for (const length of [0, 1, 10, 30, bytes.length - 1])
      expect(() => unpack(bytes.subarray(0, length))).toThrow(RangeError);
  });
});

describe('what a picture shows', () => {
  test('is named in the words of the shop when it is certain', async () => {
    expect(describeImage(packDescription(await partsOf('#b2262e', { 14: 0.9, 6: 0.1 })))).toEqual({
      type: { label: 'áo thun', confidence: expect.closeTo(0.9, 2) },
      color: { label: 'đỏ', hex: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    });
    const unsure = await partsOf('#202f4a', { 14: 0.4, 6: 0.35, 10: 0.25 });
    expect(describeImage(packDescription(unsure))).toMatchObject({ type: null, color: { label: 'xanh navy' } });
    expect(describeImage(packDescription({ ...unsure, network: null })).type).toBeNull();
    expect(describeImage({ vector: new Float32Array(8), parts: null })).toEqual({ type: null, color: null });
  });

  test('has a word for each class of the network, in its order', () => {
    const { classes } = JSON.parse(readFileSync(path.join(PICTURE_WEIGHTS, 'garments.json'), 'utf8'));
    expect(KINDS.map(([name]) => name)).toEqual(classes);
  });
});
