import type { Size, SizeTable } from 'contract/catalog/catalog';
import { formatRange, type SizeRange } from 'contract/catalog/size-rules';

/** A body in centimetres and kilograms; null for what is not known. */
export interface Body {
  height: number | null;
  weight: number | null;
}

/** What a size table says of a body. */
export interface SizeAdvice {
  /** `one` size fits; it is `between` several; it is `out` of the table; `unknown`: there is nothing to compare. */
  kind: 'one' | 'between' | 'out' | 'unknown';
  /** The sizes that are advised, smallest first. */
  sizes: Size[];
  /** A sentence for the shopper. */
  reason: string;
}

type Row = SizeTable['rows'][number];
type Side = keyof Body;

const NAMES: Record<Side, string> = { height: 'chiều cao', weight: 'cân nặng' };
const SIDES = ['height', 'weight'] as const;

/** True when a table says whom its sizes are for. */
export const hasBodies = ({ rows }: SizeTable): boolean => rows.some(({ height, weight }) => height ?? weight);

/**
 * Compares a body with the bands of a size table, borders included. A size that fits height and weight is advised; where
 * several fit, or height and weight point to different ones, or a value falls into the gap of two bands, all of them are
 * named. A value outside all bands is out of the table: no size is promised.
 */
export function adviseSize(table: SizeTable, body: Body): SizeAdvice {
  const rows = table.rows.filter(({ height, weight }) => height ?? weight);
  const asked = SIDES.filter((side) => rows.some((row) => row[side] !== null));
  const known = asked.filter((side) => body[side] !== null);
  if (known.length === 0) return { kind: 'unknown', sizes: [], reason: '' };

  const outside = known.filter((side) => !isInside(rows, side, body[side]!));
  if (outside.length > 0) return outOf(rows, outside);

  const fitting = rows.filter(
    (row) => known.some((side) => row[side]) && known.every((side) => isIn(body[side]!, row[side])),
  );
  if (fitting.length === 1) return one(fitting[0]!, known, asked);
  if (fitting.length > 1) return several(fitting, `Số đo của bạn hợp ${listed(fitting)}`, true);
  return byEachSide(rows, body, known);
}

/** An unknown band fits every value. */
const isIn = (value: number, band: SizeRange | null) => !band || (value >= band[0] && value <= band[1]);

/** The lowest and highest value of a column. */
function span(rows: Row[], side: Side): SizeRange {
  const bands = rows.flatMap((row) => (row[side] ? [row[side]] : []));
  return [Math.min(...bands.map(([from]) => from)), Math.max(...bands.map(([, to]) => to))];
}

function isInside(rows: Row[], side: Side, value: number): boolean {
  const [from, to] = span(rows, side);
  return value >= from && value <= to;
}

/** The rows whose band holds a value; in the gap of two bands, those beside it. */
function rowsFor(rows: Row[], side: Side, value: number): Row[] {
  const banded = rows.filter((row) => row[side]);
  const within = banded.filter((row) => isIn(value, row[side]));
  if (within.length > 0) return within;
  const below = banded.filter((row) => row[side]![1] < value).at(-1);
  const above = banded.find((row) => row[side]![0] > value);
  return [below, above].filter((row) => row !== undefined);
}

const bands = (row: Row, sides: readonly Side[]) =>
  sides
    .filter((side) => row[side])
    .map(
      (side) => `${side === 'height' ? 'cao' : 'nặng'} ${formatRange(row[side]!)} ${side === 'height' ? 'cm' : 'kg'}`,
    )
    .join(', ');

function one(row: Row, known: Side[], asked: Side[]): SizeAdvice {
  const missing = asked.find((side) => !known.includes(side));
  const hint = missing ? ` Thêm ${NAMES[missing]} để chắc hơn.` : '';
  return { kind: 'one', sizes: [row.size], reason: `Cỡ ${row.size.name} dành cho người ${bands(row, known)}.${hint}` };
}

function outOf(rows: Row[], sides: Side[]): SizeAdvice {
  const whole = { height: span(rows, 'height'), weight: span(rows, 'weight') } as Row;
  const reason = `Bảng dành cho người ${bands(whole, sides)}, nên không có cỡ chắc chắn vừa với bạn.`;
  return { kind: 'out', sizes: [], reason };
}

const namesOf = (rows: Row[]) => rows.map(({ size }) => size.name);
const listed = (rows: Row[]) => (rows.length === 2 ? `cả ${namesOf(rows).join(' và ')}` : namesOf(rows).join(', '));

/** @param areClose false for sizes that are no neighbours */
function several(rows: Row[], said: string, areClose: boolean): SizeAdvice {
  const [first, last] = [rows[0]!.size.name, rows.at(-1)!.size.name];
  const how = areClose
    ? `chọn ${first} nếu thích mặc ôm, ${last} nếu thích mặc rộng.`
    : 'hai cỡ cách xa nhau, nên hãy so số đo vòng với bảng bên dưới.';
  return { kind: 'between', sizes: rows.map(({ size }) => size), reason: `${said}: ${how}` };
}

/** No size fits both: height and weight point to different ones, or one of them falls into a gap. */
function byEachSide(rows: Row[], body: Body, known: Side[]): SizeAdvice {
  const found = known.map((side) => ({ side, rows: rowsFor(rows, side, body[side]!) }));
  const named = rows.filter((row) => found.some((each) => each.rows.includes(row)));
  // Where the bands of one side hold several sizes, the one nearest to the other side's speaks for it.
  const nearest = found.map((each, nth) => {
    const other = found[1 - nth]?.rows ?? [];
    const places = each.rows.map((row) => rows.indexOf(row));
    const apart = (place: number) => Math.min(...other.map((row) => Math.abs(rows.indexOf(row) - place)), Infinity);
    return { side: each.side, rows: other.length === 0 ? each.rows : closest(each.rows, places.map(apart)) };
  });
  const chosen = rows.filter((row) => nearest.some((each) => each.rows.includes(row)));
  const isOfSides = nearest.length === 2 && nearest.every((each) => each.rows.length === 1) && chosen.length === 2;
  const sizes = chosen.length > 1 ? chosen : named;
  const places = sizes.map((row) => rows.indexOf(row));
  const areClose = Math.max(...places) - Math.min(...places) < sizes.length;
  const said = isOfSides
    ? nearest.map((each) => `theo ${NAMES[each.side]} là ${namesOf(each.rows)[0]}`).join(', ')
    : `số đo của bạn nằm giữa ${namesOf(sizes).join(' và ')}`;
  return several(sizes, said.charAt(0).toUpperCase() + said.slice(1), areClose);
}

const closest = (rows: Row[], distances: number[]): Row[] => {
  const least = Math.min(...distances);
  return rows.filter((_, nth) => distances[nth] === least);
};
