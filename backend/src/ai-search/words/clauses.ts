import type { Kind, Meaning } from './meaning.js';
import { HAS } from './columns.js';
import { isGeneric, meaningById } from './lexicon.js';
import { levelOf, type Level, type Reach } from './levels.js';
import { FIELD, FOR, HOW, bitOf } from './product-reading.js';
import type { MeaningAsk, Understanding } from './understanding.js';
import { wordsClause } from './words-clause.js';
import type { WordIndex } from './word-index.js';

/** One thing that was asked for. */
export interface Clause {
  kind: Kind | 'words';
  weight: number;
  /** Whether a product that clearly is otherwise comes after all that are not. */
  isHard: boolean;
  /** How well a product fits, from 0 to 1; less than 0 when it clearly does not. */
  fit: Level;
  /** Said of a product that fits. */
  reason: string | null;
}

const WEIGHT = {
  type: 3,
  color: 2.5,
  gender: 2,
  material: 1.5,
  size: 1.5,
  price: 1,
  brand: 2,
  occasion: 1.2,
  style: 1.2,
};
/** How well a product fits that is a type, or something else, in one of the ways of `HOW`. */
const TYPE_FIT = [0, 0.1, 0.45, 0.85, 1];
const FIT = [0, 0.5, 0.8, 1, 1];
/** What of a colour, a size, a buyer is not told may be right. */
const UNTOLD = { color: 0.1, size: 0.3, gender: 0.35, type: 0.2 };
/** A shop's cheap: what costs this is in the middle. */
const CHEAP = 250_000;
/** A product of the wider kind, that is made as the narrower one and that is not. */
const [AS_GOOD, WIDER] = [0.85, 0.3];
/** How much it counts that a product is called just what was asked for, not something like it. */
const LITERAL = 0.2;

/** What a query asks for, the weightiest first. */
export function clausesOf(query: Understanding, index: WordIndex, reach: Reach): Clause[] {
  const level = (...meanings: Meaning[]) =>
    levelOf(
      meanings.map((meaning) => index.having(meaning)),
      index,
      reach,
    );
  const each = (asks: MeaningAsk[], reason: string) =>
    asks.filter(({ not }) => !not).map((ask) => mannerClause(ask, level, index, reason, literal(ask)));
  const literal = ({ words }: MeaningAsk): Level => {
    const has = words.map((word) => levelOf([index.named(word)], index, reach));
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
      const has = levelOf([index.highAs(height)], index, reach);
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
      .map((ask) => notClause(ask, level, index)),
    ...wordsClause(query, index, reach),
  ];
  return all.sort((a, b) => b.weight - a.weight);
}

type Levels = (...meanings: Meaning[]) => Level;

function typeClause(asks: MeaningAsk[], level: Levels, { columns }: WordIndex): Clause[] {
  if (asks.length === 0) return [];
  const isEither = asks.some(({ or }) => or);
  const levels = asks.map(({ meanings }) => kindLevel(meanings, level));
  const fit: Level = (row) => {
    if (!((columns.flags[row] ?? 0) & HAS.type)) return UNTOLD.type;
    let [most, least] = [0, 1];
    for (const of of levels) {
      const one = of(row);
      most = Math.max(most, one);
      least = Math.min(least, one);
    }
    return most === 0 ? -1 : isEither ? most : most * 0.8 + least * 0.2;
  };
  return [{ kind: 'type', weight: WEIGHT.type, isHard: true, fit, reason: 'đúng loại' }];
}

/**
 * A product of the wider kind fits less, but for what the narrower one is made of or for: a jacket of kaki is an áo khoác
 * kaki, whatever it is called.
 */
function kindLevel(meanings: Meaning[], level: Levels): Level {
  const own = level(...meanings);
  const wide = level(...meanings.flatMap(({ under }) => under.map(meaningById).filter((one) => !isGeneric(one))));
  const implied = meanings.flatMap(({ implies }) => implies.map(meaningById)).filter(({ kind }) => kind !== 'gender');
  const made = implied.length === 0 ? () => 0 : level(...implied);
  return (row) => {
    const how = own(row);
    if (how > HOW.implied) return TYPE_FIT[how] ?? 0;
    const wider = TYPE_FIT[wide(row)] ?? 0;
    return Math.max(TYPE_FIT[how] ?? 0, wider * (made(row) >= HOW.implied ? AS_GOOD : WIDER));
  };
}

function colorClause(asks: MeaningAsk[], level: Levels, { columns }: WordIndex): Clause[] {
  if (asks.length === 0) return [];
  const wanted = level(...asks.flatMap(({ meanings }) => meanings));
  const blue = meaningById('xanh');
  const wide = asks.some(({ meanings }) => meanings.some(({ under }) => under.includes(blue.id)))
    ? level(blue)
    : () => 0;
  const fit: Level = (row) => {
    const how = wanted(row);
    if (how > 0) return how === HOW.titled ? 1 : how === HOW.named ? 0.9 : 0.4;
    if (!((columns.flags[row] ?? 0) & HAS.color)) return UNTOLD.color;
    // Whoever says no more than "xanh" may mean any of the three.
    return wide(row) > 0 ? -0.5 : -1;
  };
  return [{ kind: 'color', weight: WEIGHT.color, isHard: true, fit, reason: 'đúng màu' }];
}

const WANTED: Record<string, number> = {
  nam: FOR.men,
  nu: FOR.women,
  unisex: FOR.men | FOR.women,
  'tre-em': FOR.children,
};
const FOR_WHOM: Record<string, string> = { nam: 'cho nam', nu: 'cho nữ', unisex: 'cho nam nữ', 'tre-em': 'cho bé' };

function genderClause(asks: MeaningAsk[], { columns, brands }: WordIndex): Clause[] {
  const ids = asks.flatMap(({ meanings }) => meanings.map(({ id }) => id));
  const wanted = ids.reduce((bits, id) => bits | (WANTED[id] ?? 0), 0);
  if (wanted === 0) return [];
  const fit: Level = (row) => {
    const gender = columns.genders[row] ?? 0;
    const told = gender & ~FOR.implied;
    if (told === 0) {
      const leaning =
        wanted === FOR.men || wanted === FOR.women ? brands.leaning(columns.brands[row] ?? 0, wanted) : null;
      return leaning === null ? UNTOLD.gender : 0.2 + 0.6 * leaning;
    }
    if (!(told & wanted) || (told & FOR.children && !(wanted & FOR.children))) return -1;
    if (told === wanted) return gender & FOR.implied ? 0.95 : 1;
    return wanted === (FOR.men | FOR.women) ? 0.4 : 0.9;
  };
  const reason = FOR_WHOM[wanted === (FOR.men | FOR.women) ? 'unisex' : (ids[0] ?? '')] ?? null;
  return [{ kind: 'gender', weight: WEIGHT.gender, isHard: true, fit, reason }];
}

/** A material, an occasion, a cut: what speaks of it fits, what is the opposite does not. */
function mannerClause(
  { meanings }: MeaningAsk,
  level: Levels,
  { columns }: WordIndex,
  reason: string,
  literal: Level,
): Clause {
  const wanted = level(...meanings);
  const opposite = level(...meanings.flatMap(({ opposes }) => opposes.map(meaningById)));
  const kind = meanings[0]?.kind ?? 'style';
  const isMaterial = kind === 'material';
  const fit: Level = (row) => {
    const how = wanted(row);
    if (how > 0) return (FIT[how] ?? 0) * (1 - LITERAL + LITERAL * literal(row));
    if (isMaterial) return (columns.flags[row] ?? 0) & HAS.material ? -0.1 : 0;
    return opposite(row) >= HOW.implied ? -0.5 : 0;
  };
  return { kind, weight: WEIGHT[kind], isHard: false, fit, reason };
}

function sizeClause({ sizes }: Understanding, { columns }: WordIndex): Clause[] {
  const wanted = sizes.flatMap((ask) => ask.sizes).reduce((bits, size) => bits | bitOf(size), 0);
  if (wanted === 0) return [];
  const free = bitOf('FREESIZE');
  const fit: Level = (row) => {
    const has = columns.sizes[row] ?? 0;
    if (has === 0) return UNTOLD.size;
    if (has & wanted) return 1;
    return has & free ? 0.5 : -1;
  };
  return [{ kind: 'size', weight: WEIGHT.size, isHard: true, fit, reason: 'đúng cỡ' }];
}

function priceClause({ price }: Understanding, { columns }: WordIndex): Clause[] {
  if (!price) return [];
  const { min, max, around, isCheap } = price;
  if (isCheap) {
    const fit: Level = (row) => 1 / (1 + (columns.prices[row] ?? 0) / CHEAP);
    return [{ kind: 'price', weight: WEIGHT.price, isHard: false, fit, reason: 'giá tốt' }];
  }
  const fit: Level = (row) => {
    const cost = columns.prices[row] ?? 0;
    if (cost < (min ?? 0) || cost > (max ?? Infinity)) return -1;
    return around === null ? 1 : 1 - Math.abs(cost - around) / around;
  };
  return [{ kind: 'price', weight: WEIGHT.price, isHard: true, fit, reason: 'đúng khoảng giá' }];
}

function brandClause(query: Understanding, { brands, columns }: WordIndex): Clause[] {
  const wanted = query.brands.map(({ brand }) => brands.numberOf(brand));
  if (wanted.length === 0) return [];
  const fit: Level = (row) => (wanted.includes(columns.brands[row] ?? 0) ? 1 : -1);
  return [{ kind: 'brand', weight: WEIGHT.brand, isHard: true, fit, reason: 'đúng thương hiệu' }];
}

/** What is not wanted; a product of several colours may have one that is not, among others. */
function notClause({ meanings }: MeaningAsk, level: Levels, { columns }: WordIndex): Clause {
  const unwanted = level(...meanings);
  const kind = meanings[0]?.kind ?? 'style';
  const bits = kind === 'gender' ? meanings.reduce((sum, { id }) => sum | (WANTED[id] ?? 0), 0) : 0;
  const fit: Level = (row) => {
    if (bits) return ((columns.genders[row] ?? 0) & ~FOR.implied) === bits ? -1 : 1;
    return unwanted(row) >= HOW.implied ? -1 : 1;
  };
  return { kind, weight: 0.6, isHard: true, fit, reason: null };
}
