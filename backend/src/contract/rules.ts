/**
 * The shop's constants, calculations and texts that the web and the server share. Everything here is pure and imports
 * nothing, so the web may import values from this file, `delivery-rules.ts`, `provinces.ts`, `shop-day.ts`, `size-rules.ts` and `size-text.ts` (and from
 * no other file of the contract).
 */

/** A whole number of Vietnamese đồng. */
export type Vnd = number;

export const MAX_VND: Vnd = Number.MAX_SAFE_INTEGER;
/** The maximum amount of one card charge (Stripe's limit for a currency without decimals). */
export const MAX_CARD_CHARGE: Vnd = 99_999_999;
export const MIN_DEPOSIT: Vnd = 10_000;
export const DEFAULT_DEPOSIT: Vnd = 100_000;
export const DEPOSIT_STEP: Vnd = 1_000;

/** From the reduced threshold on an order pays REDUCED_SHIPPING_FEE, from the free threshold on nothing. */
export const STANDARD_SHIPPING_FEE: Vnd = 0;
export const REDUCED_SHIPPING_THRESHOLD: Vnd = 1_000_000;
export const REDUCED_SHIPPING_FEE: Vnd = 100_000;
export const FREE_SHIPPING_THRESHOLD: Vnd = 2_000_000;
export const TAX_PERCENT = 5;

/** The time zone of the shop's days. */
export const SHOP_TIME_ZONE = 'Asia/Ho_Chi_Minh';

/** Limits of the payment window in minutes: long enough for a card form, short enough to release the goods. */
export const MIN_PAYMENT_WINDOW = 5;
export const MAX_PAYMENT_WINDOW = 43_200;

/** The default payment window of orders that are paid in cash on delivery: the goods travel within it. */
export const COD_PAYMENT_WINDOW = 10_080;
/** The default maximum total of an order that is paid in cash on delivery. */
export const COD_MAX_TOTAL: Vnd = 5_000_000;
/** One instant bank transfer (NAPAS 247) stays below 500 million đồng. */
export const MAX_BANK_TRANSFER: Vnd = 499_999_999;
export const MAX_TRANSFER_NOTE = 500;
export const MAX_TRANSFER_DESCRIPTION = 1_000;

/** Limits on one account's unpaid orders: number of orders, pieces of one product or variant, pieces in total. */
export interface UnpaidLimits {
  orders: number;
  perItem: number;
  pieces: number;
}

/** The defaults; the owner can change them. */
export const DEFAULT_UNPAID_LIMITS: UnpaidLimits = { orders: 5, perItem: 20, pieces: 100 };
export const MAX_UNPAID_LIMIT = 10_000;

export const MAX_QUANTITY = 999;
/** The maximum number of lines in one order. */
export const MAX_ORDER_LINES = 200;
export const MAX_FAVORITES = 500;
/** The maximum number of lines of a cart that are kept for a reminder. */
export const MAX_REMINDED_LINES = 20;

/** The size of an address book. */
export const MAX_ADDRESSES = 20;
/** The maximum length of a catalogue keyword in UTF-16 units; longer keywords are cut. */
export const MAX_KEYWORD = 200;
/** The length to which a query is cut before it is counted and compared with the owner's, in characters. */
export const MAX_SEARCH_QUERY = 80;
export const MAX_SYNONYMS = 500;
/** The maximum number of meanings of one synonym. */
export const MAX_MEANINGS = 5;
/** Queries with products that the owner pinned or buried, and how many of both one query may have. */
export const MAX_PINNED_QUERIES = 500;
export const MAX_PINS = 40;
/** For how many days searches are stored. */
export const SEARCH_STATS_DAYS = 400;
export const PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;
export const MAX_BARE_LIST = 1_000;
/** The maximum number of products that are asked for by their ids, and that a device remembers as viewed. */
export const MAX_CARDS = 12;
/** The number of results of a search by text or image. */
export const DEFAULT_AI_RESULTS = 6;
export const MAX_AI_RESULTS = 24;
export const MAX_AI_TEXT = 1_000;
/** In bytes. The page scales a larger picture down before it uploads it. */
export const MAX_SEARCH_PICTURE_BYTES = 5_242_880;
export const NEW_FOR_DAYS = 30;
/** Stock at or below this needs a reorder. */
export const LOW_STOCK = 5;
export const MAX_DASHBOARD_DAYS = 366;
/** The figures of a customer concern this number of their newest orders: the statement's cost has a bound. */
export const MAX_CUSTOMER_ORDERS = 10_000;
export const BESTSELLER_SOLD = 10;
export const TOP_RATED = 4.5;
export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 128;
export const MAX_COUPON_CODE = 50;
export const MAX_REFUND_REASON = 1_000;
/** The maximum length of the note that a buyer sends with a gift. */
export const MAX_GIFT_NOTE = 300;
/** The maximum length of an administrator's reason for cancelling an order. */
export const MAX_CANCEL_REASON = 1_000;
/** The maximum length of the shop's note on an order. */
export const MAX_STAFF_NOTE = 1_000;
export const MAX_REVIEW_COMMENT = 2_000;
/** The maximum number of photos of a review. */
export const MAX_REVIEW_PHOTOS = 3;
export const MAX_REVIEW_PHOTO_BYTES = 5_242_880;
/** How a garment fits the author of a review. */
export const FITS = ['tight', 'right', 'loose'] as const;
export type Fit = (typeof FITS)[number];
export const FIT_NAMES: Record<Fit, string> = { tight: 'Chật', right: 'Vừa', loose: 'Rộng' };
/** Votes below this number are not shown: a few say little. */
export const MIN_FIT_VOTES = 5;
export const SHORT_DESCRIPTION = 150;
export const MAX_AVATAR_BYTES = 5_242_880;
/** The maximum size of a catalogue import file. */
export const MAX_IMPORT_BYTES = 52_428_800;
/** Files that wait to be checked or imported, of all administrators. */
export const MAX_WAITING_IMPORTS = 10;
/** The maximum size of a picture of a product, brand or category. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PRODUCT_NAME = 255;
export const MAX_PRODUCT_DESCRIPTION = 20_000;
/** The maximum stock of a product or variant. */
export const MAX_STOCK = 1_000_000;
/** The maximum stock of all variants of a product together. The goods of cancelled orders come on top, and still fit in 32 bits. */
export const MAX_TOTAL_STOCK = 2_000_000_000;
/** True for a colour that is a shade of another by its name: "Vàng bơ" of "vàng". */
export const isShadeOf = (name: string, color: string): boolean =>
  ` ${name.normalize('NFC').toLowerCase()} `.startsWith(` ${color.normalize('NFC').toLowerCase()} `);

/**
 * The names of the colours that a search asks for: what each was read as ("xanh lá"), and the words that say so ("xanh rêu").
 * @param text the text of the search, in which the parts have their places
 */
export const wantedColors = (
  understood: readonly { kind: string; label: string; start?: number; end?: number }[],
  text: string,
): string[] =>
  understood.flatMap(({ kind, label, start, end }) => {
    if (kind !== 'color' || label.startsWith('không ')) return [];
    return start === undefined ? [label] : [label, text.slice(start, end)];
  });

/** The maximum number of a product's pictures beside its main picture. */
export const MAX_MORE_PICTURES = 8;
/** The maximum number of a product's pictures: several of each colour. One save uploads at most `1 + MAX_MORE_PICTURES` of them. */
export const MAX_PRODUCT_PICTURES = 40;
export const MAX_VARIANTS = 10_000;
/** The maximum size of all variants of a product as JSON. */
export const MAX_VARIANTS_BYTES = 1024 * 1024;
export const ADMIN_DESCRIPTION = 50;
/** The maximum number of products in one bulk edit, and of lines in its response. */
export const MAX_BULK_PRODUCTS = 5_000;
export const MAX_BULK_LINES = 200;
export const TOKEN_REFRESH_MS = 3_600_000;

/** The user that shoppers chat with: the shop. */
export const SUPPORT_USER_ID = 1;
/** In UTF-16 units, as `maxlength` counts. */
export const MAX_CHAT_MESSAGE = 2_000;
export const CHAT_PAGE = 50;
/**
 * Close codes of the chat's socket, beside those of RFC 6455 (1001 going away, 1009 too large a frame). `restart` is IANA's
 * registered "service restart": clients reconnect, spread over time.
 */
export const CHAT_CLOSE = { restart: 1012, loginOver: 4401, forbidden: 4403, replaced: 4409, tooMuch: 4429 } as const;

/** Shipping fees and the tax rate. The owner may change them; these are the defaults. */
export interface PricingRules {
  standardFee: Vnd;
  reducedThreshold: Vnd;
  reducedFee: Vnd;
  freeThreshold: Vnd;
  taxPercent: number;
}

export const DEFAULT_PRICING: PricingRules = {
  standardFee: STANDARD_SHIPPING_FEE,
  reducedThreshold: REDUCED_SHIPPING_THRESHOLD,
  reducedFee: REDUCED_SHIPPING_FEE,
  freeThreshold: FREE_SHIPPING_THRESHOLD,
  taxPercent: TAX_PERCENT,
};

export interface OrderTotals {
  itemsPrice: Vnd;
  shippingPrice: Vnd;
  taxPrice: Vnd;
  discount: Vnd;
  totalPrice: Vnd;
}

/** The fee for an order of `itemsPrice`: items <= 1,000,000: 0; below 2,000,000: 100,000; from there on: 0. */
export function shippingPrice(itemsPrice: Vnd, rules: PricingRules = DEFAULT_PRICING): Vnd {
  if (itemsPrice >= rules.freeThreshold) return 0;
  return itemsPrice > rules.reducedThreshold ? rules.reducedFee : rules.standardFee;
}

/**
 * Returns `percent` of `itemsPrice`, rounded half up. The percentage may have two decimals. BigInt calculates in hundredths of
 * a percent, so no total is wrong because of binary fractions.
 */
export function taxPrice(itemsPrice: Vnd, percent: number = TAX_PERCENT): Vnd {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(itemsPrice) * hundredths + 5_000n) / 10_000n);
}

/**
 * Calculates the totals of an order, for the page and for the order itself.
 * @param lines unit price and quantity of each line
 * @param couponAmount the coupon's discount; limited to the sum it is subtracted from
 * @throws RangeError when the sum is not a safe integer
 */
export function orderTotals(
  lines: readonly { price: Vnd; qty: number }[],
  couponAmount: Vnd = 0,
  rules: PricingRules = DEFAULT_PRICING,
): OrderTotals {
  const itemsPrice = lines.reduce((sum, line) => sum + line.price * line.qty, 0);
  if (!Number.isSafeInteger(itemsPrice * 2)) throw new RangeError('The order is worth more than can be counted');
  const shipping = shippingPrice(itemsPrice, rules);
  const tax = taxPrice(itemsPrice, rules.taxPercent);
  const sum = itemsPrice + shipping + tax;
  const discount = Math.min(couponAmount, sum);
  return { itemsPrice, shippingPrice: shipping, taxPrice: tax, discount, totalPrice: sum - discount };
}

/** The price changes of a bulk edit: set a price, add an amount, or add a percentage. */
export const PRICE_CHANGES = ['set', 'add', 'percent'] as const;
export type PriceChange = (typeof PRICE_CHANGES)[number];
/** Prices changed by a percentage are rounded to this step. */
export const PRICE_STEP: Vnd = 1_000;

/**
 * Returns a price after a bulk edit. A percentage is rounded half up to whole thousands of đồng, because no price tag says
 * 179.100; a set or added amount is used as typed.
 * @param value đồng, or whole percent; negative to reduce
 * @returns may be negative, which the caller rejects
 */
export function changedPrice(price: Vnd, by: PriceChange, value: number): Vnd {
  if (by === 'set') return value;
  if (by === 'add') return price + value;
  const [hundredths, step] = [BigInt(price) * BigInt(100 + value), 100n * BigInt(PRICE_STEP)];
  return Number((2n * hundredths + step) / (2n * step)) * PRICE_STEP;
}

/** Price bands of the search page, both ends inclusive; band 0 is every price. */
export const PRICE_BANDS = [
  { band: 1, label: 'Dưới 100.000đ', from: 0, to: 99_999 },
  { band: 2, label: '100.000đ - 300.000đ', from: 100_000, to: 300_000 },
  { band: 3, label: '300.000đ - 500.000đ', from: 300_001, to: 500_000 },
  { band: 4, label: '500.000đ - 1.000.000đ', from: 500_001, to: 1_000_000 },
  { band: 5, label: 'Trên 1.000.000đ', from: 1_000_001, to: MAX_VND },
] as const;

export const SORTS = ['price-asc', 'price-desc', 'rating-desc', 'sold-desc', 'reviews-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

const grouped = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 });

/** Formats `1250000` as `1.250.000`. */
export const formatNumber = (amount: number): string => grouped.format(Math.round(amount));
/** Formats `1250000` as `1.250.000 VND`. */
export const formatVnd = (amount: Vnd): string => `${formatNumber(amount)} VND`;

/**
 * Payment methods: `Stripe` is by card, `Paybox` from the wallet, `COD` in cash on delivery, `VietQR` by bank transfer. The
 * values are on the wire. The owner switches the last two on.
 */
export const PAYMENT_METHODS = ['Stripe', 'Paybox', 'COD', 'VietQR'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const DEFAULT_PAYMENT_METHOD: PaymentMethod = 'Stripe';

/** The widths in pixels in which every picture is stored. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;

/** Texts that the web and the server share. Every page loads them, so texts of one side alone are where they are used. */
export const TEXTS = {
  productNotFound: 'Không tìm thấy sản phẩm.',
  loginAgain: 'Vui lòng đăng nhập lại',
  forbidden: 'Không có quyền truy cập',
  minDeposit: 'Số tiền nạp tối thiểu là 10.000 VND',
  paid: 'Thanh toán thành công!',
  insufficientBalance: 'Số dư ví không đủ!',
  tooManyLines: `Tối đa ${MAX_ORDER_LINES} dòng một đơn hàng`,
  invalidCoupon: 'Mã giảm giá không hợp lệ hoặc đã hết hạn.',
  refundReason: 'Vui lòng nhập lý do hoàn tiền!',
  cancelReason: 'Vui lòng nhập lý do hủy đơn hàng!',
  alreadyReviewed: 'Bạn đã đánh giá sản phẩm này',
  chatTooLong: `Tin nhắn tối đa ${MAX_CHAT_MESSAGE.toLocaleString('vi-VN')} ký tự`,
  /** For the search by text or image: an empty request, and the fallback to the basic search. */
  nothingAsked: 'Vui lòng nhập mô tả hoặc chọn hình ảnh',
  basicSearch: 'Đang sử dụng tìm kiếm cơ bản',
  unavailable: 'Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.',
} as const;
