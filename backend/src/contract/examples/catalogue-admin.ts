import { Import, ImportLine } from '../catalog/imports.js';
import { AdminColor, AdminSize, SaveColor, SaveSize } from '../catalog/options.js';
import { AddVariant, AdminProduct, AdminProductRow, SaveProduct, SaveVariants } from '../catalog/products.js';
import { BulkEdit, BulkOutcome } from '../catalog/bulk-edit.js';
import { CategorySizeTable, ChangeSizeTable, SaveSizeTable } from '../catalog/size-tables.js';
import { AdminTaxonomyItem, SaveTaxonomyItem } from '../catalog/taxonomy.js';
import { BLACK, MEDIUM, PRODUCT } from './catalogue.js';
import { example } from './example.js';

/** Examples of the catalogue as its editors see it. */
export const CATALOGUE_ADMIN_EXAMPLES = [
  example(SaveProduct, {
    name: 'Áo thun cotton cổ tròn',
    description: 'Áo thun cotton hai chiều, cổ tròn, dáng suông.',
    price: 199_000,
    oldPrice: 249_000,
    brand: 4,
    category: 2,
    has_variants: true,
    variants: [{ color_id: 3, size_id: 2, price: 199_000, stock_quantity: 18 }],
    material: '100% cotton',
  }),
  example(AdminProduct, {
    ...PRODUCT,
    pictures: PRODUCT.pictures.map((picture) => ({ ...picture, color_source: 'owner' as const })),
    size_table: null,
    stock_alerts: [],
    handle: 'ao-thun-cotton-co-tron',
    version: 6,
    archived_at: null,
  }),
  example(AdminProductRow, {
    id: PRODUCT.id,
    name: PRODUCT.name,
    description: 'Áo thun cotton hai chiều, cổ tròn, dáng suông.',
    image: PRODUCT.image,
    pictures: 2,
    price: PRODUCT.price,
    min_price: PRODUCT.min_price,
    oldPrice: PRODUCT.oldPrice,
    brand: PRODUCT.brand,
    category: PRODUCT.category,
    has_variants: true,
    variants: 1,
    total_stock: PRODUCT.total_stock,
    total_sold: PRODUCT.total_sold,
    createdAt: PRODUCT.createdAt,
    archived_at: null,
    stock_alerts: 0,
    is_ordered: true,
  }),
  example(AddVariant, { product: 12, color_id: 3, size_id: 2, price: 199_000, stock_quantity: 18 }),
  example(SaveVariants, { variants: [{ color_id: 3, size_id: 2, price: 199_000, stock_quantity: 18 }], version: 6 }),
  example(BulkEdit, { ids: [12], price: { by: 'percent', value: -10 }, preview: true }),
  example(BulkOutcome, {
    products: 1,
    changed: 1,
    unchanged: 0,
    refused: 0,
    digest: '6f1ed002ab5595859014ebf0951522d9f1f1d7a4a9d9a5e5a2a4a1f0c1d2e3f4',
    lines: [
      {
        product: 12,
        variant: 41,
        name: 'Áo thun cotton cổ tròn',
        choice: 'Đen, M',
        price_before: 199_000,
        price_after: 179_000,
        stock_before: 18,
        stock_after: 18,
        refused: null,
      },
    ],
  }),
  example(SaveColor, { name: 'Đen', hex_code: '#1c1c1c', was: { name: 'Đen', hex_code: '#000000' } }),
  example(AdminColor, { ...BLACK, product_count: 24 }),
  example(SaveSize, { name: 'M', position: 2 }),
  example(AdminSize, { ...MEDIUM, position: 2, product_count: 61 }),
  example(SaveTaxonomyItem, { title: 'Áo thun', description: 'Áo thun nam và nữ.' }),
  example(AdminTaxonomyItem, {
    id: 2,
    title: 'Áo thun',
    description: 'Áo thun nam và nữ.',
    image: null,
    product_count: 52,
    archived_count: 3,
  }),
  example(Import, {
    id: 4,
    file_name: 'san-pham.csv',
    size: 48_210,
    state: 'ready',
    progress: 1,
    counts: { products: 120, created: 12, updated: 30, unchanged: 78, variants: 640, errors: 0, warnings: 1 },
    failure: null,
    created_at: '2026-01-31T09:30:00.000Z',
    finished_at: null,
    user: { id: 1, username: 'admin' },
  }),
  example(ImportLine, {
    id: 31,
    kind: 'updated',
    line: 14,
    column: null,
    message: PRODUCT.name,
    fields: ['price', 'oldPrice'],
  }),
  example(SaveSizeTable, {
    measures: ['chest', 'top_length'],
    rows: [{ size_id: 2, values: { chest: [92, 96], top_length: [68, 68] }, height: [165, 172], weight: [55, 65] }],
  }),
  example(ChangeSizeTable, {
    measures: ['chest'],
    rows: [{ size_id: 2, values: { chest: [92, 96] } }],
    was: PRODUCT.size_table,
  }),
  example(CategorySizeTable, { category: 2, size_table: PRODUCT.size_table }),
];
