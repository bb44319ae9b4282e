/** A field of a cell. */
export type Field = 'price' | 'stock';
/** Where a value is filled from its spot: down its column, across its row, or into the whole table. */
export type Direction = 'down' | 'across' | 'all';

/** The position of an input: its row, column and field. */
export interface Spot {
  color: number;
  size: number;
  field: Field;
}
