import { GAP, SPACE, anyOf, either, optional } from './pattern.js';

/* The words around the amounts of a price, as patterns of folded text. */

/** "giá là", "mức giá ở", "ngân sách": may come before any way to speak of a price. */
export const PRICE_LABEL = optional(
  `${anyOf('giá, mức giá, tầm giá, ngân sách, túi tiền, budget')}${SPACE}` +
    optional(`tien${SPACE}`) +
    optional(either(`la${SPACE}`, `o${SPACE}`)),
);

/** "không", with chat spellings: "k quá 300". */
export const NOT = anyOf('không, ko, k, hông, hok, khum, đừng');

/** A word for a limit ends with a space; a sign as "<" needs none. */
const spaceUnlessAfter = (signs: string) => either(SPACE, `(?<=[${signs}])`);
/** "dưới mức 300k", "trên khoảng 300k" */
const BEFORE_LIMIT = optional(either(...['la', 'muc', 'gia', 'khoang', 'tam'].map((word) => `${word}${GAP}`)));

/** "dưới", "không quá", "tối đa", "<" */
export const AT_MOST =
  either(
    anyOf('dưới, ít hơn, nhỏ hơn, thấp hơn, rẻ hơn'),
    `${NOT} ${anyOf('quá, hơn, trên, vượt quá, vượt, mắc hơn, đắt hơn')}`,
    anyOf('tối đa, max, nhiều nhất, cao nhất, chưa tới, chưa đến, trong vòng, chỉ có'),
    either('<=?', '≤'),
    anyOf('ngân sách, túi tiền, budget'),
    anyOf('under, below, less than, up to, at most'),
  ) +
  spaceUnlessAfter('=<≤') +
  BEFORE_LIMIT;

/** "trên", "ít nhất", "từ", ">" */
export const AT_LEAST =
  either(
    anyOf('trên, hơn, ít nhất, tối thiểu, cao hơn, lớn hơn, từ, min'),
    either('>=?', '≥'),
    anyOf('over, above, more than, at least, from'),
  ) +
  spaceUnlessAfter('=>≥') +
  BEFORE_LIMIT;

/** "khoảng", "tầm giá", "xấp xỉ", "cỡ", "~" */
export const ABOUT =
  anyOf('tầm khoảng, tầm, khoảng, có khoảng, chừng, quanh, xấp xỉ, gần, cỡ, around, about, ~') +
  spaceUnlessAfter('~') +
  optional(`gia${GAP}`) +
  optional(either(`khoang${GAP}`, `tam${GAP}`));

/** After an amount: "300k trở xuống", "300k đổ lại" */
export const OR_LESS = GAP + anyOf('trở xuống, đổ xuống, đổ lại, trở lại, quay đầu, quay xuống, xuống') + '(?![a-z])';

/** After an amount: "300k trở lên" */
export const OR_MORE = GAP + anyOf('trở lên, đổ lên, trở đi, đổ đi') + '(?![a-z])';

/** Between two amounts: "200k đến 300k", "200-300k" */
export const TO = GAP + anyOf('đến, tới, to, cho đến, ->, –, —, -, ~, về') + GAP + optional(`khoang${GAP}`);

/** Between two limits: "trên 200k nhưng dưới 400k" */
export const AND = GAP + optional(either(anyOf('và, nhưng, mà'), ',')) + GAP;

/** "3 trăm mấy" ends the wish; "3 trăm mấy cái" counts. */
export const AND_SOMETHING = String.raw`\s*may(?=\s*(?:$|[^a-z\s]|thoi|thui|do|nhe|nha|a(?![a-z])))`;
