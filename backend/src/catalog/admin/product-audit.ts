import type { EntityManager } from 'typeorm';
import type { AdminProduct } from '../../contract/catalog/products.js';
import { auditedSizeTable } from '../size-tables/size-tables.service.js';
import { Brand, Category } from '../taxonomy/taxonomy.entity.js';

export const auditSubject = ({ id, name }: AdminProduct) => ({ subject: 'product', id, name }) as const;

/**
 * Returns the fields of a product for the audit log; changes of variants are separate events. Brand and category stand there by title: the
 * log outlives them, and nobody reads ids.
 */
export async function auditSnapshot(tx: EntityManager, product: AdminProduct) {
  const brand = await titleOf(tx, Brand, product.brand);
  const category = await titleOf(tx, Category, product.category);
  const { name, description, price, oldPrice, has_variants, images, pictures } = product;
  const countInStock = has_variants ? undefined : product.countInStock;
  // A guess is the shop's, not the administrator's.
  const picture_colors = pictures.map(({ color, color_source }) => (color_source === 'owner' ? color : null));
  const { material, care, model_height, model_size } = product;
  const size_table = auditedSizeTable(product.size_table);
  const shown = { name, description, price, oldPrice, countInStock, brand, category, has_variants, images };
  return { ...shown, picture_colors, material, care, model_height, model_size, size_table };
}

async function titleOf(tx: EntityManager, entity: typeof Brand | typeof Category, id: number | null) {
  return id === null ? null : (await tx.findOneByOrFail(entity, { id })).title;
}
