import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { slugOf } from '../backend/src/demo/catalogue/add-catalogue.js';
import { PRODUCTS } from '../backend/src/demo/catalogue/products/all.js';
import { BRANDS, CATEGORIES } from '../backend/src/demo/catalogue/taxonomy.js';
import { PICTURES_FOLDER, type DemoPicture, type PicturesOf } from '../backend/src/demo/catalogue/pictures.js';
import type { Hex } from './drawing/cloth/color.js';
import { BOARD } from './drawing/cloth/geometry.js';
import { iconSvg } from './drawing/icons.js';
import { lightOf, sceneSvg, type LightCache } from './drawing/picture.js';
import { wordmarkSvg } from './drawing/wordmarks.js';
import { viewsOf } from './product-views.js';

/**
 * The best compression: the pictures are drawn once and downloaded with every clone. All together stay below 8 MB, so the main
 * pictures, which every list shows, are the largest, and they alone have previews.
 */
const MAIN = { width: BOARD.width, webp: { quality: 38, effort: 6 } };
const OTHER = { width: 720, webp: { quality: 34, effort: 6 } };
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
      viewsOf(product).map(async ({ scene, color }, nth) => {
        const svg = sceneSvg(scene, await lightOf(scene, lights), BOARD.width);
        return { ...(await write(`${slugOf(product.name)}-${nth + 1}`, svg, scene.ground, nth === 0)), shows: color };
      }),
    );
  }
  for (const [key, { icon }] of Object.entries(CATEGORIES)) {
    list.categories[key] = [await write(`category-${key}`, iconSvg(icon), CATEGORY_GROUND, true)];
  }
  for (const [key, { mark }] of Object.entries(BRANDS)) {
    list.brands[key] = [await write(`brand-${key}`, wordmarkSvg(mark), BRAND_GROUND, true)];
  }
  await writeFile(path.join(PICTURES_FOLDER, 'pictures.json'), onePictureALine(list));
}

/** The list as JSON with a line for each picture, so that a changed picture is one changed line. */
function onePictureALine(list: PicturesOf<DemoPicture>): string {
  const groups = Object.entries(list).map(([group, owners]) => {
    const lists = Object.entries(owners).map(
      ([owner, pictures]) => `    ${JSON.stringify(owner)}: [\n${pictures.map(line).join(',\n')}\n    ]`,
    );
    return `  ${JSON.stringify(group)}: {\n${lists.join(',\n')}\n  }`;
  });
  return `{\n${groups.join(',\n')}\n}\n`;
}

const line = (picture: DemoPicture) => `      ${JSON.stringify(picture)}`;

/** Writes a drawing, and a main one 320 pixels wide too. */
async function write(name: string, svg: string, color: Hex, isMain: boolean): Promise<DemoPicture> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const drawn = (width: number) => sharp(data, { raw }).resize({ width, withoutEnlargement: true });
  const { width: largest, webp } = isMain ? MAIN : OTHER;
  const original = await drawn(largest).webp(webp).toBuffer({ resolveWithObject: true });
  await writeFile(path.join(PICTURES_FOLDER, `${name}.webp`), original.data);
  if (isMain)
    await writeFile(path.join(PICTURES_FOLDER, `${name}-320.webp`), await drawn(320).webp(PREVIEW).toBuffer());
  const { width, height } = original.info;
  return { name, width, height, color, hasPreview: isMain };
}
