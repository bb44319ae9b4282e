import type { AdminProduct, SaveVariants } from 'contract/catalog/products';
import { withoutSeparators } from '~/components/form/typed-number';
import { bodyOfTable, draftOfTable } from '~/features/size-table/size-table-draft';
import type { ProductDraft } from '../product-draft';

/**
 * The request that saves a draft. @param base the product that it is an edit of; `variants` as `planVariants` plans
 * them
 */
export function productRequest(
  draft: ProductDraft,
  base: AdminProduct | null,
  variants: SaveVariants['variants'],
): FormData {
  const form = new FormData();
  form.set('name', draft.name);
  form.set('description', draft.description);
  form.set('price', withoutSeparators(draft.price));
  form.set('oldPrice', withoutSeparators(draft.oldPrice));
  form.set('brand', draft.brand);
  form.set('category', draft.category);
  form.set('has_variants', String(draft.hasVariants));
  form.set('material', draft.material);
  form.set('care', draft.care);
  form.set('model_height', draft.modelHeight.trim());
  form.set('model_size', draft.modelSize);
  const table = changedTable(draft, base);
  if (table !== undefined) form.set('size_table', JSON.stringify(table));
  if (draft.hasVariants) form.set('variants', JSON.stringify(variants));
  else {
    form.set('countInStock', withoutSeparators(draft.stock));
    if (base && !base.has_variants) form.set('stock_was', String(base.countInStock));
  }
  if (base) form.set('version', String(base.version));
  form.set('pictures', draft.pictures.map(({ address, file }) => (file ? 'new' : address)).join());
  form.set('picture_colors', draft.pictures.map(({ color }) => color || '-').join());
  // The server takes the files in the order of the word `new`, those of `image` first.
  const files = draft.pictures.flatMap(({ file }) => file ?? []);
  files.forEach((file, nth) => form.append(nth === 0 ? 'image' : 'images', file));
  return form;
}

/** The size table to save; undefined when it is as it was. */
function changedTable(draft: ProductDraft, base: AdminProduct | null) {
  const own = draft.hasOwnTable ? draft.sizeTable : null;
  if (JSON.stringify(own) === JSON.stringify(draftOfTable(base?.size_table ?? null))) return undefined;
  return own && bodyOfTable(own);
}
