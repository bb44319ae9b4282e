import type { DataSource } from 'typeorm';
import { hashPassword } from '../auth/login/passwords.js';
import { addCatalogue } from './add-catalogue.js';
import { addHistory } from './add-history.js';
import { hasProducts } from './has-products.js';
import { drawPictures } from './pictures.js';
import type { PictureFiles } from './pictures.js';
import { PRODUCTS } from './products/all.js';
import { BRANDS, CATEGORIES } from './shelves.js';
import { DEMO_PASSWORD } from './shoppers.js';
import { tellStory } from './story.js';

/**
 * Fills an empty shop with the demo: catalogue with drawn pictures, shoppers, their orders and reviews. All or nothing,
 * except for picture files, which are named by their content and do no harm.
 *
 * @param source the shop's database with its entities
 * @param files the media store
 * @param draw draws the pictures; tests, which look at none, draw cheaper ones
 * @returns false, having changed nothing, when the shop has a product already
 */
export async function seedDemo(source: DataSource, files: PictureFiles, draw = drawPictures): Promise<boolean> {
  if (await hasProducts(source.manager)) return false;
  const story = tellStory(PRODUCTS, new Date());
  const [pictures, passwordHash] = await Promise.all([
    draw(files, { products: PRODUCTS, categories: Object.values(CATEGORIES), brands: Object.values(BRANDS) }),
    hashPassword(DEMO_PASSWORD),
  ]);
  return source.transaction(async (tx) => {
    // Of two processes that start together, the second one waits here and then sees the first one's products.
    await tx.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
    if (await hasProducts(tx)) return false;
    const ids = await addCatalogue(tx, story.products, pictures);
    await addHistory(tx, story, { ...ids, pictures: pictures.products, passwordHash });
    return true;
  });
}
