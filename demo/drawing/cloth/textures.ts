import { randomFrom } from '../../../backend/src/demo/support/random.js';
import type { Random } from '../../../backend/src/demo/support/random.js';

/** A tile that repeats over cloth: its size and what is drawn in it. */
export interface Tile {
  width: number;
  height: number;
  svg: string;
}

export type TextureName =
  'jersey' | 'poplin' | 'linen' | 'denim' | 'knit' | 'wool' | 'corduroy' | 'fleece' | 'satin' | 'leather' | 'canvas';

/** The thread of a cloth, in black and white so thin that it suits every colour. */
export function texture(name: TextureName): Tile {
  let tile = woven.get(name);
  if (!tile) woven.set(name, (tile = textures[name](randomFrom(`texture ${name}`))));
  return tile;
}

const woven = new Map<TextureName, Tile>();

const textures: Record<TextureName, (random: Random) => Tile> = {
  jersey: (random) => threads(random, { size: 96, count: 260, length: 3, upright: 0.8, strength: 0.055 }),
  poplin: (random) => threads(random, { size: 96, count: 160, length: 9, upright: 0.5, strength: 0.035 }),
  linen: (random) => threads(random, { size: 240, count: 620, length: 30, upright: 0.5, strength: 0.045 }),
  canvas: (random) => threads(random, { size: 120, count: 420, length: 14, upright: 0.5, strength: 0.07 }),
  wool: (random) => threads(random, { size: 160, count: 620, length: 4, upright: 0.6, strength: 0.05 }),
  fleece: (random) => threads(random, { size: 120, count: 300, length: 4, upright: 0.5, strength: 0.06 }),
  satin: () => ({ width: 8, height: 8, svg: '' }),
  leather: (random) => threads(random, { size: 120, count: 90, length: 5, upright: 0.4, strength: 0.03 }),
  denim: (random) => {
    const slubs = threads(random, { size: 120, count: 200, length: 34, upright: 1, strength: 0.08 });
    const twill = Array.from({ length: 21 }, (_, i) => `M${i * 12 - 126},126L${i * 12 + 6},-6`).join('');
    return { ...slubs, svg: `${slubs.svg}<path d="${twill}" stroke="#fff" stroke-opacity=".1" stroke-width="1.6"/>` };
  },
  knit: () => ({
    width: 12,
    height: 10,
    svg:
      '<path d="M0,1L6,7L12,1M0,11L6,17L12,11M0,-9L6,-3L12,-9" fill="none" stroke="#000" stroke-opacity=".13" stroke-width="1.6"/>' +
      '<path d="M0,4.4L6,10.4L12,4.4M0,-5.6L6,.4L12,-5.6" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="2"/>',
  }),
  corduroy: () => ({
    width: 12,
    height: 40,
    svg: '<path d="M1,0V40" stroke="#000" stroke-opacity=".2" stroke-width="2.4"/><path d="M7,0V40" stroke="#fff" stroke-opacity=".11" stroke-width="4"/>',
  }),
};

/** Fibres scattered over a square tile, half of them dark and half light; those that cross an edge come in again opposite. */
function threads(
  random: Random,
  {
    size,
    count,
    length,
    upright,
    strength,
  }: { size: number; count: number; length: number; upright: number; strength: number },
): Tile {
  const draw = () => {
    let path = '';
    for (let i = 0; i < count / 2; i++) {
      const [x, y, reach] = [random.int(0, size), random.int(0, size), length * (0.4 + random.next())];
      const step = random.chance(upright) ? `v${reach.toFixed(1)}` : `h${reach.toFixed(1)}`;
      const back = step.startsWith('v') ? [x, y - size] : [x - size, y];
      path += `M${x},${y}${step}M${back[0]},${back[1]}${step}`;
    }
    return path;
  };
  const svg =
    `<path d="${draw()}" stroke="#000" stroke-opacity="${strength}" stroke-width="1.4"/>` +
    `<path d="${draw()}" stroke="#fff" stroke-opacity="${strength * 1.5}" stroke-width="1.4"/>`;
  return { width: size, height: size, svg };
}
