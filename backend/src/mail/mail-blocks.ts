import { formatVnd, type Vnd } from '../contract/rules.js';
import { SHOP_TIME_ZONE } from '../contract/shop-day.js';

/** A paragraph. */
export const text = (words: string) => ({ is: 'text', text: words }) as const;

/** A button; the plain-text part shows its URL. */
export const link = (label: string, href: string) => ({ is: 'link', label, href }) as const;

/** Pieces of a product or variant, with the price of one. */
export interface MailedGoods {
  name: string;
  color: string | null;
  size: string | null;
  picture: string | null;
  qty: number;
  price: Vnd;
}

/** A line for each of some goods. */
export const goodsLines = (goods: readonly MailedGoods[]) => ({
  is: 'lines' as const,
  lines: goods.map(({ name, color, size, picture, qty, price }) => ({
    name,
    picture,
    note: [color, size, `${qty} × ${formatVnd(price)}`].filter(Boolean).join(', '),
    sum: formatVnd(qty * price),
  })),
});

/**
 * Matches text that mail programs turn into a link: a scheme, a host name with a path, and one alone. `TP.HCM`, `Q.Tân Bình` and
 * `KĐT.Linh Đàm` are none.
 */
const LINK =
  /:\/\/|[\p{L}\d]\.(?=[A-Z]*[a-z])[A-Za-z]{2,}[/?#:]|[\p{L}\d-]{3,}\.(?:[a-z]{2,}|[A-Z]{2,})(?![\p{L}\p{M}\d])/u;
/**
 * Matches host names with endings that fraud uses most, in any case: `Ab.Vn`. Before `me` and `co` a name has three letters or a path
 * follows, because `TT.Me Linh` and `P.Co Nhue` are places.
 */
const USUAL_LINK =
  /www\.|\.xn--|[\p{L}\p{M}\d]\.(?:(?:com|net|org|vn|info|biz|shop|store|xyz|top|online|site|website|link|click|io|app|dev|live|club|pro|vip|win|icu)(?![\p{L}\p{M}\d])|(?:me|co)[/?#:])|[\p{L}\p{M}\d-]{3,}\.(?:me|co)(?![\p{L}\p{M}\d])/iu;

/** True for text in which mail programs show a link. */
export const hasLink = (words: string): boolean => LINK.test(words) || USUAL_LINK.test(words);

const moment = new Intl.DateTimeFormat('vi-VN', {
  timeZone: SHOP_TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a time in Vietnam: `16:30 31/01/2026`. */
export const formatMailTime = (time: Date): string => moment.format(time);
