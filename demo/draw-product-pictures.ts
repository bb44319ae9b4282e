import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { slugOf } from '../backend/src/demo/catalogue/add-catalogue.js';
import { PRODUCTS } from '../backend/src/demo/catalogue/products/all.js';
import { BRANDS, CATEGORIES } from '../backend/src/demo/catalogue/taxonomy.js';
import { PICTURES_FOLDER, type DemoPicture, type PicturesOf } from '../backend/src/demo/pictures.js';
import type { Hex } from './drawing/color.js';
import { BOARD } from './drawing/geometry.js';
import { iconSvg } from './drawing/icons.js';
import { lightOf, sceneSvg, type LightCache } from './drawing/picture.js';
import { wordmarkSvg } from './drawing/wordmarks.js';
import { viewsOf } from './product-views.js';

/** The best compression: the pictures are drawn once and downloaded with every clone. All together stay below 8 MB. */
const ORIGINAL = { quality: 45, effort: 6 };
const PREVIEW = { quality: 55, effort: 6 };
const CATEGORY_GROUND = '#efe8dc';
const BRAND_GROUND = '#f4efe6';

/** Draws the pictures of all demo products, categories and brands into `demo/pictures`, and lists them in `pictures.json`. */
export async function drawProductPictures(): Promise<void> {
  await rm(PICTURES_FOLDER, { recursive: true, force: true });
  await mkdir(PICTURES_FOLDER, { recursive: true });
  const lights: LightCache = new Map();
  const list: PicturesOf<DemoPicture> = { products: {}, categories: {}, brands: {} };
  for (const product of PRODUCTS) {
    list.products[product.name] = await Promise.all(
      viewsOf(product).map(async ({ scene }, nth) => {
        const svg = sceneSvg(scene, await lightOf(scene, lights), BOARD.width);
        return write(`${slugOf(product.name)}-${nth + 1}`, svg, scene.ground);
      }),
    );
  }
  for (const [key, { icon }] of Object.entries(CATEGORIES)) {
    list.categories[key] = [await write(`category-${key}`, iconSvg(icon), CATEGORY_GROUND)];
  }
  for (const [key, { mark }] of Object.entries(BRANDS)) {
    list.brands[key] = [await write(`brand-${key}`, wordmarkSvg(mark), BRAND_GROUND)];
  }
  await writeFile(path.join(PICTURES_FOLDER, 'pictures.json'), `${JSON.stringify(list, null, 2)}\n`);
}

/** Writes a drawing in full size and 320 pixels wide. */
async function write(name: string, svg: string, color: Hex): Promise<DemoPicture> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const drawn = () => sharp(data, { raw: { width, height, channels: 3 } });
  const [original, preview] = await Promise.all([
    drawn().webp(ORIGINAL).toBuffer(),
    drawn().resize({ width: 320 }).webp(PREVIEW).toBuffer(),
  ]);
  await writeFile(path.join(PICTURES_FOLDER, `${name}.webp`), original);
  await writeFile(path.join(PICTURES_FOLDER, `${name}-320.webp`), preview);
  return { name, width, height, color };
}
