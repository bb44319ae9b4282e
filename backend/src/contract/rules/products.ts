export const MAX_PRODUCT_NAME = 255;
export const MAX_PRODUCT_DESCRIPTION = 20_000;

/** The maximum stock of a product or variant. */
export const MAX_STOCK = 1_000_000;
/** The maximum stock of all variants of a product together. The goods of cancelled orders come on top, and still fit in 32 bits. */
export const MAX_TOTAL_STOCK = 2_000_000_000;
export const MAX_VARIANTS = 10_000;
/** The maximum size of all variants of a product as JSON. */
export const MAX_VARIANTS_BYTES = 1024 * 1024;

/** The widths in pixels in which every picture is stored. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
/** The maximum size of a picture of a product, brand or category. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The maximum number of a product's pictures beside its main picture. */
export const MAX_MORE_PICTURES = 8;
/** The maximum number of a product's pictures: several of each colour. One save uploads at most `1 + MAX_MORE_PICTURES` of them. */
export const MAX_PRODUCT_PICTURES = 40;

/** True for a colour that is a shade of another by its name: "Vàng bơ" of "vàng". */
export const isShadeOf = (name: string, color: string): boolean =>
  ` ${name.normalize('NFC').toLowerCase()} `.startsWith(` ${color.normalize('NFC').toLowerCase()} `);
