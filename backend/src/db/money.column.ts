import { Column, type ColumnOptions } from 'typeorm';

/** PostgreSQL's bigint reaches JavaScript as a string; the shop's amounts are safe integers (see `Vnd`). */
export function toVnd(value: string | number | null): number | null {
  if (value === null) return null;
  const amount = Number(value);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${value} is no amount that can be counted`);
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
