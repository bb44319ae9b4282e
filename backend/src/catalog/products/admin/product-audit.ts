import type { AdminProduct } from '../../../contract/catalog/products.js';
import { auditedSizeTable } from '../../size-tables/size-tables.service.js';

export const auditSubject = ({ id, name }: AdminProduct) => ({ subject: 'product', id, name }) as const;

/** The fields of a product in the audit log; changes of variants are separate events. */
export function auditSnapshot(product: AdminProduct) {
  const { name, description, price, oldPrice, brand, category, has_variants, images, pictures } = product;
  const countInStock = has_variants ? undefined : product.countInStock;
  // A guess is the shop's, not the administrator's.
  const picture_colors = pictures.map(({ color, color_source }) => (color_source === 'owner' ? color : null));
  const { material, care, model_height, model_size } = product;
  const size_table = auditedSizeTable(product.size_table);
  const shown = { name, description, price, oldPrice, countInStock, brand, category, has_variants, images };
  return { ...shown, picture_colors, material, care, model_height, model_size, size_table };
}
