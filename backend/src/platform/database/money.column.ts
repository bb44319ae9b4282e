import { Column, type ColumnOptions } from 'typeorm';

/** Converts a `bigint`, which the driver returns as a string, to `Vnd`. @throws RangeError beyond safe integers */
export function toVnd(value: string | number | null): number | null {
  if (value === null) return null;
  const amount = Number(value);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${value} is not a safe integer`);
  return amount;
}

/** A column of whole đồng: `bigint` in the database, `Vnd` in code. */
export function MoneyColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({
    type: 'bigint',
    ...options,
    transformer: { to: (value: number | null) => value, from: toVnd },
  });
}
