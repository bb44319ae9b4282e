import type { Size, SizeTable } from 'contract/catalog/catalog';
import { formatRange, type SizeRange } from 'contract/catalog/size-rules';

/** A body in centimetres and kilograms; null for what is not known. */
export interface Body {
  height: number | null;
  weight: number | null;
}

/** The advice of a size table for a body. */
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
const VERBS: Record<Side, string> = { height: 'cao', weight: 'nặng' };
const UNITS: Record<Side, string> = { height: 'cm', weight: 'kg' };
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
  const sides = SIDES.filter((side) => rows.some((row) => row[side] !== null));
  const known = sides.filter((side) => body[side] !== null);
  if (known.length === 0) return { kind: 'unknown', sizes: [], reason: '' };

  const outside = known.filter((side) => !isInTable(rows, side, body[side]!));
  if (outside.length > 0) return adviseNone(rows, outside);

  const fitting = rows.filter(
    (row) => known.some((side) => row[side]) && known.every((side) => isIn(body[side]!, row[side])),
  );
  const missing = sides.find((side) => !known.includes(side));
  if (fitting.length === 1) return adviseOne(fitting[0]!, known, missing);
  if (fitting.length > 1) return adviseSeveral(fitting, `Số đo của bạn hợp ${listed(fitting)}`, true);
  return adviseBySides(rows, body, known);
}

/** An unknown band fits every value. */
const isIn = (value: number, band: SizeRange | null) => !band || (value >= band[0] && value <= band[1]);

function isInTable(rows: Row[], side: Side, value: number): boolean {
  const [lowest, highest] = span(rows, side);
  return value >= lowest && value <= highest;
}

/** The lowest and highest value of a column. */
function span(rows: Row[], side: Side): SizeRange {
  const ranges = rows.flatMap((row) => (row[side] ? [row[side]] : []));
  return [Math.min(...ranges.map(([lowest]) => lowest)), Math.max(...ranges.map(([, highest]) => highest))];
}

function adviseNone(rows: Row[], sides: Side[]): SizeAdvice {
  const table = { height: span(rows, 'height'), weight: span(rows, 'weight') };
  const reason = `Bảng dành cho người ${bandsOf(table, sides)}, nên không có cỡ chắc chắn vừa với bạn.`;
  return { kind: 'out', sizes: [], reason };
}

/** @param missing a measure that would make it more certain */
function adviseOne(row: Row, known: Side[], missing: Side | undefined): SizeAdvice {
  const hint = missing ? ` Thêm ${NAMES[missing]} để chắc hơn.` : '';
  const reason = `Cỡ ${row.size.name} dành cho người ${bandsOf(row, known)}.${hint}`;
  return { kind: 'one', sizes: [row.size], reason };
}

/** @param areNeighbours whether no other size lies between them */
function adviseSeveral(rows: Row[], finding: string, areNeighbours: boolean): SizeAdvice {
  const [first, last] = [rows[0]!.size.name, rows.at(-1)!.size.name];
  const advice = areNeighbours
    ? `chọn ${first} nếu thích mặc ôm, ${last} nếu thích mặc rộng.`
    : 'hai cỡ cách xa nhau, nên hãy so số đo vòng với bảng bên dưới.';
  return { kind: 'between', sizes: rows.map(({ size }) => size), reason: `${finding}: ${advice}` };
}

/** The sizes that one measure points to. */
interface SideRows {
  side: Side;
  rows: Row[];
}

/** No size fits both: height and weight point to different ones, or one of them falls into a gap. */
function adviseBySides(rows: Row[], body: Body, known: Side[]): SizeAdvice {
  const bySide = known.map((side) => ({ side, rows: rowsFor(rows, side, body[side]!) }));
  const nearest = bySide.map((own, nth) => nearestTo(bySide[1 - nth]?.rows ?? [], own, rows));
  const all = rows.filter((row) => bySide.some((own) => own.rows.includes(row)));
  const chosen = rows.filter((row) => nearest.some((own) => own.rows.includes(row)));
  const isOneEach = nearest.length === 2 && nearest.every((own) => own.rows.length === 1) && chosen.length === 2;
  const advised = chosen.length > 1 ? chosen : all;
  const places = advised.map((row) => rows.indexOf(row));
  const areNeighbours = Math.max(...places) - Math.min(...places) < advised.length;
  const finding = isOneEach
    ? nearest.map((own) => `theo ${NAMES[own.side]} là ${namesOf(own.rows)[0]}`).join(', ')
    : `số đo của bạn nằm giữa ${namesOf(advised).join(' và ')}`;
  return adviseSeveral(advised, finding.charAt(0).toUpperCase() + finding.slice(1), areNeighbours);
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

/** Where the bands of one measure hold several sizes, keeps those nearest to the sizes of the other measure. */
function nearestTo(others: Row[], { side, rows }: SideRows, table: Row[]): SideRows {
  if (others.length === 0) return { side, rows };
  const distances = rows.map((row) =>
    Math.min(...others.map((other) => Math.abs(table.indexOf(other) - table.indexOf(row)))),
  );
  const least = Math.min(...distances);
  return { side, rows: rows.filter((_, nth) => distances[nth] === least) };
}

const bandsOf = (row: Pick<Row, Side>, sides: readonly Side[]): string =>
  sides.flatMap((side) => (row[side] ? `${VERBS[side]} ${formatRange(row[side])} ${UNITS[side]}` : [])).join(', ');

const namesOf = (rows: Row[]) => rows.map(({ size }) => size.name);
const listed = (rows: Row[]) => (rows.length === 2 ? `cả ${namesOf(rows).join(' và ')}` : namesOf(rows).join(', '));
