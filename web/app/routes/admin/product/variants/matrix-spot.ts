import { EMPTY_CELL, cellKey, type ProductDraft } from '../product-draft';

/** The variants of a draft: the rows and columns of the table, and its cells. */
export type Matrix = Pick<ProductDraft, 'colors' | 'sizes' | 'cells'>;

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

/**
 * Copies an input's value into the inputs below it, right of it, or all of them. Removed variants stay as they are.
 * @param sizes of the columns, in the order of the table
 */
export function fillCells(matrix: Matrix, sizes: readonly number[], from: Spot, direction: Direction): Matrix {
  const value = (matrix.cells[cellKey(from.color, from.size)] ?? EMPTY_CELL)[from.field];
  const [row, column] = [matrix.colors.indexOf(from.color), sizes.indexOf(from.size)];
  const cells = { ...matrix.cells };
  matrix.colors.forEach((color, eachRow) =>
    sizes.forEach((size, eachColumn) => {
      const isBelow = eachColumn === column && eachRow > row;
      const isRight = eachRow === row && eachColumn > column;
      if (direction === 'down' ? !isBelow : direction === 'across' && !isRight) return;
      const key = cellKey(color, size);
      const cell = cells[key] ?? EMPTY_CELL;
      if (!cell.isOff) cells[key] = { ...cell, [from.field]: value };
    }),
  );
  return { ...matrix, cells };
}
