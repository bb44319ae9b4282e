import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { brightness, mix } from './drawing/color.js';
import type { Hex } from './drawing/color.js';
import { CUTS } from './drawing/cuts.js';
import type { Garment } from './drawing/garment.js';
import { BOARD } from './drawing/geometry.js';
import { iconSvg } from './drawing/icons.js';
import { lightOf, sceneSvg } from './drawing/picture.js';
import type { LightCache, Scene } from './drawing/picture.js';
import { wordmarkSvg } from './drawing/wordmarks.js';
import { COLORS } from './palette.js';
import type { DemoColor } from './palette.js';
import type { DemoProduct } from './products/product.js';
import { randomFrom } from './random.js';
import type { DemoBrand, DemoCategory } from './shelves.js';

/** Where pictures are kept: the shop's media store, or anything that takes files by a picture's hash. */
export interface PictureFiles {
  write(hash: string, name: string, bytes: Buffer): Promise<void>;
}

/** A row of the table of pictures. */
export interface PictureRow {
  hash: string;
  mime: 'image/webp';
  width: number;
  height: number;
  color: Hex;
}

/** The view of a product in a picture. */
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
 * The pictures of a product, the main one first: the front; then the back, or so near that the cloth shows; and of some
 * products the front in their second colour.
 */
export function viewsOf(product: DemoProduct): View[] {
  const random = randomFrom(`views ${product.name}`);
  const { front, back } = CUTS[product.cut];
  const ground = random.pick(GROUNDS);
  const view = (garment: Garment, color: DemoColor, window: Scene['window']): View => {
    const base = COLORS[color];
    // White cloth needs a ground to stand out from.
    const shown = brightness(base) > 0.8 ? mix(ground, '#b9ab97', 0.22) : ground;
    return { color, scene: { pieces: [{ garment, cloth: { ...product.cloth, base } }], window, ground: shown } };
  };
  const full = ({ frame: [left, top, wide] = [0, 0, BOARD.width] }: Garment) => ({
    x: left,
    y: top,
    width: wide,
    height: (wide * 4) / 3,
  });
  const [first, second] = product.colors;
  const [x, y] = front.closeUp;
  const near = { x, y, width: 384, height: 512 };
  const views = [
    view(front, first, full(front)),
    back && random.chance(0.5) ? view(back, first, full(back)) : view(front, first, near),
  ];
  if (second && random.chance(0.2)) views.push(view(front, second, full(front)));
  return views;
}

/** Draws every picture of the shop and keeps its files; gives the rows, in the order of what was asked. */
export async function drawPictures(
  files: PictureFiles,
  {
    products,
    categories,
    brands,
  }: { products: readonly DemoProduct[]; categories: readonly DemoCategory[]; brands: readonly DemoBrand[] },
): Promise<{ products: PictureRow[][]; categories: PictureRow[]; brands: PictureRow[] }> {
  const lights: LightCache = new Map();
  const draw = async ({ scene }: View) =>
    keep(files, sceneSvg(scene, await lightOf(scene, lights), BOARD.width), scene.ground);
  return {
    products: await inTurn(products, (product) => inTurn(viewsOf(product), draw, 1)),
    categories: await inTurn(categories, ({ icon }) => keep(files, iconSvg(icon), '#efe8dc')),
    brands: await inTurn(brands, ({ mark }) => keep(files, wordmarkSvg(mark), '#f4efe6')),
  };
}

/**
 * Keeps a drawn picture as an uploaded one is kept, its original and a small preview, without decoding it again: that
 * would take longer than drawing it.
 */
async function keep(files: PictureFiles, svg: string, color: Hex): Promise<PictureRow> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const [original, preview] = await Promise.all([
    drawn().webp({ quality: 88, effort: 0 }).toBuffer(),
    drawn().resize({ width: 320, kernel: 'linear' }).webp({ quality: 74, effort: 0 }).toBuffer(),
  ]);
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  await files.write(hash, 'original.webp', original);
  await files.write(hash, '320.webp', preview);
  return { hash, mime: 'image/webp', width: info.width, height: info.height, color };
}

/** Works through a list, a few at once, and gives the answers in its order. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = 3): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
