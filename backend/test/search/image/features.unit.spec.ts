import sharp from 'sharp';
import { colorOf } from '../../../src/search/image/features/color.js';
import { edgesOf, mirrorEdges } from '../../../src/search/image/features/edges.js';
import { EdgeQuery } from '../../../src/search/image/features/edge-query.js';
import { frameNorms } from '../../../src/search/image/features/frames.js';
import { findGarment } from '../../../src/search/image/features/garment.js';
import { labOf, labOfHex } from '../../../src/search/image/features/lab.js';
import { outlineLikeness, outlineOf } from '../../../src/search/image/features/outline.js';
import { dot, resample } from '../../../src/search/image/features/pixels.js';
import type { Pixels } from '../../../src/search/image/features/pixels.js';
import { textureOf } from '../../../src/search/image/features/texture.js';

const SIZE = 64;

/** An SVG of 100 × 100 as pixels. */
async function pixelsOf(svg: string, size = SIZE): Promise<Pixels> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}">${svg}</svg>`;
  const data = await sharp(Buffer.from(whole)).flatten({ background: '#fff' }).raw().toBuffer();
  return { data: new Uint8Array(data), width: size, height: size };
}

const on = (ground: string, svg: string) => `<rect width="100" height="100" fill="${ground}"/>${svg}`;
const SHIRT = 'M30 20 L42 24 H58 L70 20 L88 38 L78 46 L72 40 V84 H28 V40 L22 46 L12 38 Z';
const TROUSERS = 'M34 10 H66 L72 92 H54 L50 36 L46 92 H28 Z';
const shirt = (fill: string) => `<path fill="${fill}" d="${SHIRT}"/>`;
const mirroredPixels = ({ data, width, height }: Pixels): Pixels => {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < 3; i++) turned[(y * width + x) * 3 + i] = data[(y * width + width - 1 - x) * 3 + i]!;
    }
  }
  return { data: turned, width, height };
};

describe('L*a*b*', () => {
  test.each([
    ['#ffffff', 100, 0, 0],
    ['#000000', 0, 0, 0],
    ['#ff0000', 53.24, 80.09, 67.2],
    ['#00ff00', 87.73, -86.18, 83.18],
    ['#0000ff', 32.3, 79.19, -107.86],
    ['#808080', 53.59, 0, 0],
  ])('of %s is as published', (hex, l, a, b) => {
    const lab = labOfHex(hex);
    [l, a, b].forEach((value, i) => expect(Math.abs(lab[i]! - value)).toBeLessThan(0.2));
  });
});

describe('the garment', () => {
  const shareRight = (weights: Float32Array, truth: Pixels) =>
    weights.reduce((sum, weight, i) => sum + (weight > 0.5 === truth.data[i * 3]! < 128 ? 1 : 0), 0) / weights.length;

  test.each([
    ['on a plain ground', on('#e8e0d4', shirt('#8c2430'))],
    [
      'on a ground of light and shade',
      `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#f4f0ea"/><stop offset="1" stop-color="#b9b2a8"/></linearGradient></defs>${on('url(#g)', shirt('#24385c'))}`,
    ],
    ['on two grounds', on('#7a5c40', `<rect width="100" height="60" fill="#d9d9d6"/>${shirt('#2f7a4c')}`)],
  ])('is found %s', async (_name, svg) => {
    const truth = await pixelsOf(on('#fff', shirt('#000')));
    const garment = findGarment(labOf(await pixelsOf(svg)), SIZE);
    expect(garment.isFound).toBe(true);
    expect(shareRight(garment.weights, truth)).toBeGreaterThan(0.95);
    expect(garment.frame.left).toBeCloseTo(0.12, 1);
    expect(garment.frame.bottom).toBeCloseTo(0.84, 1);
  });

  test('is not claimed where there is none: then the middle counts most', async () => {
    const { isFound, weights } = findGarment(labOf(await pixelsOf(on('#d0c8bc', ''))), SIZE);
    expect(isFound).toBe(false);
    expect(weights[32 * SIZE + 32]).toBeGreaterThan(weights[2 * SIZE + 2]! * 5);
  });
});

describe('the colour', () => {
  test.each([
    ['#111113', 'đen'],
    ['#f2f2f0', 'trắng'],
    ['#808080', 'xám'],
    ['#d8c3a5', 'be'],
    ['#6b4a35', 'nâu'],
    ['#b2262e', 'đỏ'],
    ['#e79ab0', 'hồng'],
    ['#ea7a30', 'cam'],
    ['#e5c04a', 'vàng'],
    ['#3b7a4b', 'xanh lá'],
    ['#3a79b8', 'xanh dương'],
    ['#202f4a', 'xanh navy'],
    ['#6a4a86', 'tím'],
  ])('of cloth of %s is %s, whatever it lies on', async (hex, name) => {
    for (const ground of ['#cfe3d2', '#4a4038', '#e9b8c4']) {
      const lab = labOf(await pixelsOf(on(ground, shirt(hex))));
      const color = colorOf(lab, findGarment(lab, SIZE).weights);
      expect(color.name).toBe(name);
      const [own, actual] = [labOfHex(hex), labOfHex(color.hex)];
      expect(Math.hypot(...own.map((value, i) => value - actual[i]!))).toBeLessThan(4);
    }
  });

  test('of a garment in two colours is both, by their share', async () => {
    const lab = labOf(
      await pixelsOf(on('#dcdad6', `${shirt('#b2262e')}<rect x="28" y="62" width="44" height="22" fill="#202f4a"/>`)),
    );
    const { name, names } = colorOf(lab, findGarment(lab, SIZE).weights);
    expect(name).toBe('đỏ');
    expect(names[11]).toBeGreaterThan(0.2); // xanh navy
    expect(names.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
  });
});

describe('edges', () => {
  test('do not see colour or light', async () => {
    const one = edgesOf(await pixelsOf(on('#eee8dd', shirt('#8c2430')), 128));
    const other = edgesOf(await pixelsOf(on('#55605c', shirt('#c9d6e2')), 128));
    const trousers = edgesOf(await pixelsOf(on('#eee8dd', `<path fill="#8c2430" d="${TROUSERS}"/>`), 128));
    expect(dot(one, other)).toBeGreaterThan(0.95);
    expect(dot(one, trousers)).toBeLessThan(0.75);
  });

  test('of a mirrored picture are the mirrored edges', async () => {
    const pixels = await pixelsOf(on('#eee8dd', '<path fill="#24385c" d="M10 10 H60 L90 70 L40 90 Z"/>'), 128);
    const [straight, turned] = [edgesOf(pixels), edgesOf(mirroredPixels(pixels))];
    expect(dot(straight, turned)).toBeLessThan(0.9);
    expect(dot(mirrorEdges(straight), turned)).toBeGreaterThan(0.999);
  });
});

describe('edges within edges', () => {
  const picture = `${shirt('#8c2430')}<circle cx="40" cy="60" r="9" fill="#fff"/><path fill="#24385c" d="M50 30 L66 50 H58 Z"/>`;
  const featuresOf = async (svg: string) => {
    const pixels = await pixelsOf(svg, 128);
    const { weights } = findGarment(labOf(resample(pixels, SIZE)), SIZE);
    const cover = Float32Array.from({ length: 64 }, (_, i) => weights[((i >> 3) * 8 + 4) * SIZE + (i & 7) * 8 + 4]!);
    return { edges: edgesOf(pixels), cover, mirrored: edgesOf(mirroredPixels(pixels)) };
  };
  const crop = (svg: string) => `<svg width="100" height="100" viewBox="8 8 80 80">${svg}</svg>`;
  const trousers = on('#eee8dd', `<path fill="#8c2430" d="${TROUSERS}"/>`);

  test('a part of a picture is found in the whole, mirrored too', async () => {
    const whole = await featuresOf(on('#eee8dd', picture));
    const part = await featuresOf(crop(on('#eee8dd', picture)));
    const other = await featuresOf(trousers);
    const norms = frameNorms(whole.edges);
    for (const edges of [part.edges, part.mirrored]) {
      const query = new EdgeQuery(edges, part.cover);
      const similarity = query.bestFrameSimilarity(whole.edges, norms);
      expect(similarity).toBeGreaterThan(0.75);
      expect(similarity).toBeGreaterThan(query.bestFrameSimilarity(other.edges, frameNorms(other.edges)) + 0.15);
    }
    expect(new EdgeQuery(whole.edges, whole.cover).bestFrameSimilarity(whole.edges, norms)).toBeCloseTo(1, 5);
  });

  test('a garment is found before another ground, where the whole picture is not', async () => {
    const tiles = Array.from({ length: 20 }, (_, i) => `<rect x="${i * 5}" width="2" height="100" fill="#888"/>`).join(
      '',
    );
    const tiled = await featuresOf(on('#eee8dd', tiles + picture));
    const plain = await featuresOf(on('#8fa3ad', picture));
    const query = new EdgeQuery(plain.edges, plain.cover);
    expect(query.garmentSimilarity(tiled.edges)).toBeGreaterThan(0.7);
    expect(query.garmentSimilarity(tiled.edges)).toBeGreaterThan(
      query.bestFrameSimilarity(tiled.edges, frameNorms(tiled.edges)) + 0.1,
    );
    expect(new EdgeQuery(plain.edges, new Float32Array(64)).garmentSimilarity(tiled.edges)).toBeNull();
  });
});

describe('outline and pattern', () => {
  const parts = async (svg: string) => {
    const lab = labOf(await pixelsOf(svg));
    const garment = findGarment(lab, SIZE);
    return { outline: outlineOf(garment, SIZE, 1), texture: textureOf(lab, garment.weights, SIZE) };
  };

  test('an outline is the same in any colour and place, and another for another garment', async () => {
    const one = await parts(on('#e8e0d4', shirt('#8c2430')));
    const moved = await parts(on('#3c4440', `<g transform="translate(9 6) scale(0.8)">${shirt('#e0d8c8')}</g>`));
    const trousers = await parts(on('#e8e0d4', `<path fill="#8c2430" d="${TROUSERS}"/>`));
    expect(outlineLikeness(one.outline, moved.outline)).toBeGreaterThan(0.8);
    expect(outlineLikeness(one.outline, trousers.outline)).toBeLessThan(0.6);
  });

  test('stripes are distinguished from plain cloth, in any colour', async () => {
    const stripes = (color: string) =>
      `<defs><pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="3" fill="${color}"/><rect y="3" width="6" height="3" fill="#fff"/></pattern></defs>`;
    const blue = await parts(on('#b5a58f', `${stripes('#24385c')}${shirt('url(#p)')}`));
    const red = await parts(on('#b5a58f', `${stripes('#8c2430')}${shirt('url(#p)')}`));
    const plain = await parts(on('#b5a58f', shirt('#24385c')));
    expect(dot(blue.texture, red.texture)).toBeGreaterThan(0.97);
    expect(dot(blue.texture, plain.texture)).toBeLessThan(0.8);
  });
});
