/** Beyond Shopify's own columns, as it writes the metafields of a product. A file without them leaves these fields alone. */
export const FIT_COLUMNS = {
  material: 'Chất liệu (product.metafields.custom.material)',
  care: 'Bảo quản (product.metafields.custom.care)',
  modelHeight: 'Chiều cao người mẫu (product.metafields.custom.model_height)',
  modelSize: 'Cỡ người mẫu mặc (product.metafields.custom.model_size)',
  /** The product's own table, as `sizeTableText` writes it. */
  sizeTable: 'Bảng kích thước (product.metafields.custom.size_table)',
  /** Its category's, in the row of one product of the category. */
  categorySizeTable: 'Bảng kích thước danh mục (product.metafields.custom.category_size_table)',
} as const;

/**
 * The columns of Shopify's product CSV (https://help.shopify.com/en/manual/products/import-export/using-csv) in its order, then the
 * shop's own.
 */
export const PRODUCT_COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  'Google Shopping / Google Product Category',
  'Google Shopping / Gender',
  'Google Shopping / Age Group',
  'Google Shopping / MPN',
  'Google Shopping / AdWords Grouping',
  'Google Shopping / AdWords Labels',
  'Google Shopping / Condition',
  'Google Shopping / Custom Product',
  'Google Shopping / Custom Label 0',
  'Google Shopping / Custom Label 1',
  'Google Shopping / Custom Label 2',
  'Google Shopping / Custom Label 3',
  'Google Shopping / Custom Label 4',
  'Variant Image',
  'Variant Weight Unit',
  'Variant Tax Code',
  ...Object.values(FIT_COLUMNS),
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** Holds the colour value `#rrggbb`: Shopify has no column for it, and ignores this column in a variant's row. */
export const HEX_COLUMN = 'Google Shopping / Custom Label 0' satisfies ProductColumn;

/**
 * Holds the name of the colour that a row's picture shows, `NO_COLOR` for a picture of none. Shopify has only `Variant Image`, one
 * picture for each variant.
 */
export const PICTURE_COLOR_COLUMN = 'Google Shopping / Custom Label 1' satisfies ProductColumn;
export const NO_COLOR = '-';

/** Option names of the shop's own export files. */
export const COLOR_OPTION = 'Màu sắc';
export const SIZE_OPTION = 'Kích thước';
