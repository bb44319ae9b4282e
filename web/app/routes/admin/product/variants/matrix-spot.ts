/** A field of a cell. */
export type Field = 'price' | 'stock';
/** The range that a value fills from its spot: down its column, across its row, or the whole table. */
export type Direction = 'down' | 'across' | 'all';

/** The position of an input: its row, column and field. */
export interface Spot {
  color: number;
  size: number;
  field: Field;
}
