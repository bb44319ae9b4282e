import type { DataSource } from 'typeorm';
import { hashPassword } from '../auth/passwords/passwords.js';
import { addCatalogue } from './catalogue/add-catalogue.js';
import { PRODUCTS } from './catalogue/products/all.js';
import { hasProducts } from './has-products.js';
import { addDescriptions } from './descriptions.js';
import { addHistory } from './history/add-history.js';
import { makeHistory } from './history/history.js';
import { DEMO_PASSWORD } from './history/shoppers.js';
import { storePictures, type PictureFiles, type PicturesOf, type StoredPicture } from './catalogue/pictures.js';

/**
 * Seeds an empty shop with the demo: catalogue and pictures, shoppers, their orders and reviews. All or nothing, except for
 * picture files, which are named by their content and do no harm.
 *
 * @param source the shop's database with its entities
 * @param files the media store
 * @returns false without any change when the shop already has a product
 */
export async function seedDemo(source: DataSource, files: PictureFiles): Promise<boolean> {
  if (await hasProducts(source.manager)) return false;
  const history = makeHistory(PRODUCTS, new Date());
  const [pictures, passwordHash] = await Promise.all([storePictures(files), hashPassword(DEMO_PASSWORD)]);
  return source.transaction(async (tx) => {
    // When two processes start together, the second one waits here and then sees the products of the first.
    await tx.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
    if (await hasProducts(tx)) return false;
    const ids = await addCatalogue(tx, history.products, pictures);
    await addDescriptions(tx, productHashes(pictures));
    await addHistory(tx, history, { ...ids, pictures: pictures.products, passwordHash });
    return true;
  });
}

const productHashes = ({ products }: PicturesOf<StoredPicture>) =>
  new Set(
    Object.values(products)
      .flat()
      .map(({ row }) => row.hash),
  );
