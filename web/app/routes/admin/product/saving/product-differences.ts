import type { Variant } from 'contract/catalog/catalog';
import type { AdminProduct } from 'contract/catalog/products';
import { formatVnd } from 'contract/rules';
import { draftOfTable } from '~/features/size-table/size-table-draft';

/** Names a picture by the first letters of its file, with the colour that somebody chose for it. */
function factOfPicture({ image, color, color_source }: AdminProduct['pictures'][number], variants: readonly Variant[]) {
  const shade = variants.find((variant) => variant.color.id === color)?.color.name;
  return `${image.split('/')[2]?.slice(0, 6)}${color_source === 'owner' && shade ? ` (${shade})` : ''}`;
}

/** A field that two editors changed differently. */
export interface Difference {
  field: string;
  before: string;
  after: string;
}

/**
 * Lists another administrator's changes to a product since the form was opened, as readable text.
 * @param nameOf names brands and categories by id
 */
export function differences(
  before: AdminProduct,
  after: AdminProduct,
  nameOf: { brand: (id: number | null) => string; category: (id: number | null) => string },
): Difference[] {
  const facts = (product: AdminProduct): Record<string, string> => ({
    Tên: product.name,
    'Mô tả': product.description,
    Giá: formatVnd(product.price),
    'Giá cũ': product.oldPrice === null ? '' : formatVnd(product.oldPrice),
    'Thương hiệu': nameOf.brand(product.brand),
    'Danh mục': nameOf.category(product.category),
    'Tồn kho': product.has_variants ? '' : String(product.countInStock),
    'Có phân loại': product.has_variants ? 'Có' : 'Không',
    Ảnh: product.pictures.map((picture) => factOfPicture(picture, product.variants)).join(', '),
    'Chất liệu': product.material,
    'Bảo quản': product.care,
    'Người mẫu': [product.model_height, product.model_size].filter(Boolean).join(', '),
    'Bảng kích thước riêng': product.size_table ? JSON.stringify(draftOfTable(product.size_table)?.rows) : '',
    'Tình trạng': product.archived_at === null ? 'Đang bán' : 'Đã lưu trữ',
    ...Object.fromEntries(
      product.variants.map(({ color, size, price, stock_quantity: stock }) => [
        `${color.name}, ${size.name}`,
        `${formatVnd(price)}, còn ${stock}`,
      ]),
    ),
  });
  const [was, is] = [facts(before), facts(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field] ?? '', after: is[field] ?? '' }))
    .filter((difference) => difference.before !== difference.after);
}
