import { UNKNOWN_FIT, WEIGHT, type Clause, type Levels } from './clause.js';
import { colorClause, rowsHaving, typeClause } from './kind-clauses.js';
import { NO_ROWS, common, union, type Rows } from '../rows/row-sets.js';
import type { Meaning } from '../meaning.js';
import { HAS } from '../rows/columns.js';
import { meaningById } from '../lexicon/lexicon.js';
import { levelOf, type Level, type Reach } from '../lexicon/levels.js';
import { FIELD, FOR, CERTAINTY, bitOf } from '../product-reading.js';
import type { MeaningTerm, ParsedQuery } from './parsed-query.js';
import { wordsClause } from './words-clause.js';
import type { IndexedProducts } from '../indexed-products.js';

/** The fit of a product with only the wider meaning: it mentions flowers where small flowers are requested. */
const WIDER = 0.5;
const FIT = [0, 0.5, 0.8, 1, 1];
/** The price in đồng at which a product fits "cheap" by one half. */
const CHEAP = 250_000;
/** The share of the score for a product whose name has the requested words, instead of similar ones. */
const LITERAL = 0.2;

/** The clauses of a query, by descending weight. */
export function clausesOf(query: ParsedQuery, index: IndexedProducts, reach: Reach): Clause[] {
  const level = (...meanings: Meaning[]) =>
    levelOf(
      meanings.map((meaning) => index.postings.ofMeaning(meaning)),
      index,
      reach,
    );
  const each = (terms: MeaningTerm[], reason: string) =>
    terms.filter(({ not }) => !not).map((term) => attributeClause(term, level, index, reason, literal(term)));
  const literal = ({ words }: MeaningTerm): Level => {
    const has = words.map((word) => levelOf([index.postings.ofWord(word)], index, reach));
    return (row) => (has.every((one) => one(row) >= FIELD.name) ? 1 : 0);
  };
  const all = [
    ...typeClause(
      query.types.filter(({ not }) => !not),
      level,
      index,
    ),
    ...colorClause(
      query.colors.filter(({ not }) => !not),
      level,
      index,
    ),
    ...genderClause(
      query.genders.filter(({ not }) => !not),
      index,
    ),
    ...each(query.materials, 'đúng chất liệu'),
    ...each(query.occasions, 'hợp dịp'),
    ...each(query.styles, 'đúng kiểu'),
    ...sizeClause(query, index),
    ...priceClause(query, index),
    ...brandClause(query, index),
    ...query.heights.map(({ height }): Clause => {
      const has = levelOf([index.postings.ofHeight(height)], index, reach);
      return {
        kind: 'style',
        weight: WEIGHT.style * 1.5,
        isHard: false,
        fit: (row) => (has(row) ? 1 : 0),
        reason: `${height} phân`,
      };
    }),
    ...[...query.types, ...query.colors, ...query.genders, ...query.materials, ...query.occasions, ...query.styles]
      .filter(({ not }) => not)
      .map((term) => notClause(term, level, index)),
    ...wordsClause(query, index, reach),
  ];
  return all.sort((a, b) => b.weight - a.weight);
}

const WANTED: Record<string, number> = {
  nam: FOR.men,
  nu: FOR.women,
  unisex: FOR.men | FOR.women,
  'tre-em': FOR.children,
};
const FOR_WHOM: Record<string, string> = { nam: 'cho nam', nu: 'cho nữ', unisex: 'cho nam nữ', 'tre-em': 'cho bé' };

function genderClause(terms: MeaningTerm[], { columns, brands }: IndexedProducts): Clause[] {
  const ids = terms.flatMap(({ meanings }) => meanings.map(({ id }) => id));
  const wanted = ids.reduce((bits, id) => bits | (WANTED[id] ?? 0), 0);
  if (wanted === 0) return [];
  const fit: Level = (row) => {
    const gender = columns.genders[row] ?? 0;
    const stated = gender & ~FOR.implied;
    if (stated === 0) {
      const leaning =
        wanted === FOR.men || wanted === FOR.women ? brands.leaning(columns.brands[row] ?? 0, wanted) : null;
      return leaning === null ? UNKNOWN_FIT.gender : 0.2 + 0.6 * leaning;
    }
    if (!(stated & wanted) || (stated & FOR.children && !(wanted & FOR.children))) return -1;
    if (stated === wanted) return gender & FOR.implied ? 0.95 : 1;
    return wanted === (FOR.men | FOR.women) ? 0.4 : 0.9;
  };
  const reason = FOR_WHOM[wanted === (FOR.men | FOR.women) ? 'unisex' : (ids[0] ?? '')] ?? null;
  return [{ kind: 'gender', weight: WEIGHT.gender, isHard: true, fit, reason }];
}

/** A material, occasion or cut: products that mention it fit, and those with the opposite do not. */
function attributeClause(
  { meanings }: MeaningTerm,
  level: Levels,
  index: IndexedProducts,
  reason: string,
  literal: Level,
): Clause {
  const { columns } = index;
  const wanted = level(...meanings);
  const wider = meanings.flatMap(({ under }) => under.map(meaningById));
  const wide = level(...wider);
  const opposite = level(...meanings.flatMap(({ opposes }) => opposes.map(meaningById)));
  const kind = meanings[0]?.kind ?? 'style';
  const isMaterial = kind === 'material';
  const fit: Level = (row) => {
    const how = wanted(row);
    if (how > 0) return (FIT[how] ?? 0) * (1 - LITERAL + LITERAL * literal(row));
    if (wide(row) >= CERTAINTY.implied) return WIDER;
    if (isMaterial) return (columns.flags[row] ?? 0) & HAS.material ? -0.1 : 0;
    return opposite(row) >= CERTAINTY.implied ? -0.5 : 0;
  };
  const sure = () => rowsHaving([...meanings, ...wider], index);
  return { kind, weight: WEIGHT[kind], isHard: false, fit, sure, reason };
}

function sizeClause({ sizes }: ParsedQuery, { columns }: IndexedProducts): Clause[] {
  const wanted = sizes.flatMap((term) => term.sizes).reduce((bits, size) => bits | bitOf(size), 0);
  if (wanted === 0) return [];
  const free = bitOf('FREESIZE');
  const fit: Level = (row) => {
    const has = columns.sizes[row] ?? 0;
    if (has === 0) return UNKNOWN_FIT.size;
    if (has & wanted) return 1;
    return has & free ? 0.5 : -1;
  };
  return [{ kind: 'size', weight: WEIGHT.size, isHard: true, fit, reason: 'đúng cỡ' }];
}

function priceClause({ price, cheap }: ParsedQuery, { columns }: IndexedProducts): Clause[] {
  const clauses: Clause[] = [];
  if (cheap) {
    const fit: Level = (row) => 1 / (1 + (columns.prices[row] ?? 0) / CHEAP);
    clauses.push({ kind: 'price', weight: WEIGHT.price, isHard: false, fit, reason: 'giá tốt' });
  }
  if (price) {
    const { min, max, around } = price;
    const fit: Level = (row) => {
      const cost = columns.prices[row] ?? 0;
      if (cost < (min ?? 0) || cost > (max ?? Infinity)) return -1;
      return around === null ? 1 : 1 - Math.abs(cost - around) / around;
    };
    clauses.push({ kind: 'price', weight: WEIGHT.price, isHard: true, fit, reason: 'đúng khoảng giá' });
  }
  return clauses;
}

function brandClause(query: ParsedQuery, index: IndexedProducts): Clause[] {
  const { brands, columns, scratch } = index;
  const wanted = query.brands.map(({ brand }) => brands.numberOf(brand));
  if (wanted.length === 0) return [];
  const fit: Level = (row) => (wanted.includes(columns.brands[row] ?? 0) ? 1 : -1);
  const sure = () =>
    query.brands.reduce<Rows>((rows, { brand }) => {
      const words = brand.split(' ').map((word) => index.postings.ofWord(word));
      return union(rows, common(words, FIELD.brand, scratch).rows, scratch);
    }, NO_ROWS);
  return [{ kind: 'brand', weight: WEIGHT.brand, isHard: true, fit, sure, reason: 'đúng thương hiệu' }];
}

/** The clause of an excluded meaning. A product in several colours may still come in others. */
function notClause({ meanings }: MeaningTerm, level: Levels, { columns }: IndexedProducts): Clause {
  const unwanted = level(...meanings);
  const kind = meanings[0]?.kind ?? 'style';
  const bits = kind === 'gender' ? meanings.reduce((sum, { id }) => sum | (WANTED[id] ?? 0), 0) : 0;
  const fit: Level = (row) => {
    if (bits) return ((columns.genders[row] ?? 0) & ~FOR.implied) === bits ? -1 : 1;
    if (unwanted(row) >= CERTAINTY.implied) return -1;
    return kind === 'color' && !((columns.flags[row] ?? 0) & HAS.color) ? UNKNOWN_FIT.color : 1;
  };
  return { kind, weight: 0.6, isHard: true, fit, reason: null };
}
