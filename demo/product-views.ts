import type { DemoProduct } from '../backend/src/demo/catalogue/product.js';
import { COLORS } from '../backend/src/demo/catalogue/colors-and-sizes.js';
import type { DemoColor } from '../backend/src/demo/catalogue/colors-and-sizes.js';
import { randomFrom } from '../backend/src/demo/support/random.js';
import { brightness, mix } from './drawing/cloth/color.js';
import type { Hex } from './drawing/cloth/color.js';
import { CUTS } from './drawing/cuts.js';
import type { Garment } from './drawing/cloth/garment.js';
import { BOARD } from './drawing/cloth/geometry.js';
import type { Scene } from './drawing/picture.js';

/** A picture of a product: the scene, and the colour of the garment in it. */
export interface View {
  scene: Scene;
  color: DemoColor;
}

const GROUNDS: readonly Hex[] = [
  '#efeae1',
  '#ece5d9',
  '#eae7e1',
  '#efe6dc',
  '#e6e7e1',
  '#ebe4e0',
  '#e8e6e8',
  '#f0ebdf',
];

/**
 * The pictures of a product, the main one first: in its first colour the front, the back and a close-up of the cloth; then the front
 * in each other colour. The same product has the same pictures each time.
 */
export function viewsOf(product: DemoProduct): View[] {
  const random = randomFrom(`views ${product.name}`);
  const { front, back } = CUTS[product.cut];
  const ground = random.pick(GROUNDS);
  const view = (garment: Garment, color: DemoColor, window: Scene['window']): View => {
    const base = COLORS[color];
    // White cloth needs a darker ground to stand out.
    const shown = brightness(base) > 0.8 ? mix(ground, '#b9ab97', 0.22) : ground;
    return { color, scene: { pieces: [{ garment, cloth: { ...product.cloth, base } }], window, ground: shown } };
  };
  const full = ({ frame: [left, top, wide] = [0, 0, BOARD.width] }: Garment) => ({
    x: left,
    y: top,
    width: wide,
    height: (wide * 4) / 3,
  });
  const [first, ...others] = product.colors;
  const [x, y] = front.closeUp;
  return [
    view(front, first, full(front)),
    view(back, first, full(back)),
    view(front, first, { x, y, width: 384, height: 512 }),
    ...others.map((color) => view(front, color, full(front))),
  ];
}
