import { drawProductPictures } from './draw-product-pictures.js';
import { describeProductPictures } from './describe-product-pictures.js';
import { drawSitePictures } from './draw-site-pictures.js';

const PARTS: Record<string, () => Promise<void>> = {
  products: drawProductPictures,
  descriptions: describeProductPictures,
  site: drawSitePictures,
};
const [, , part] = process.argv;
for (const [name, run] of Object.entries(PARTS)) if (part === undefined || part === name) await run();
