import { drawProductPictures } from './draw-product-pictures.js';
import { drawSitePictures } from './draw-site-pictures.js';

const [, , part] = process.argv;
if (part !== 'site') await drawProductPictures();
if (part !== 'products') await drawSitePictures();
