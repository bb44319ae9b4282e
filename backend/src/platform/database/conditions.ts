import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { DayQuery } from '../../contract/common.js';
import { midnight } from './sql-dates.js';

/** Returns a LIKE pattern for texts that contain what a person typed, with its special characters escaped. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Returns the digits of a search that may be a part of a phone number. A whole Vietnamese number is without its prefix: 0912345678 and
 * +84912345678 are the same phone.
 * @returns digits only, which may become part of a statement
 */
export function phoneDigits(search: string): string | undefined {
  if (!/^\+?[\d\s.()-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/\D/g, '');
  return digits.length < 3 ? undefined : digits.replace(/^(?:0|84)(?=\d{9}$)/, '');
}

/**
 * Returns a condition on an account, in which `?` stands for `containing(search)`. Its phone, without separators in the table, is found
 * however the search is typed.
 * @param folded the `search_text` of the accounts
 */
export function matchesAccount(folded: string, search: string): string {
  const digits = phoneDigits(search);
  return `${folded} LIKE ${digits === undefined ? 'fold_vi(?)' : `ANY (ARRAY[fold_vi(?), '%${digits}%'])`}`;
}

/**
 * Returns a condition on what a caller may read of an account, in which `?` stands for `containing(search)`: a search by parts tells
 * what it matches. `search_text` has the index, which narrows the search.
 * @param account the alias of `users`
 * @param columns the first ones of `search_text`, in its order
 */
export function matchesColumns(account: string, columns: readonly string[]): string {
  const text = columns.map((column) => `${account}.${column}`).join(" || ' ' || ");
  return `(${account}.search_text LIKE fold_vi(?) AND fold_vi(${text}) LIKE fold_vi(?))`;
}

/**
 * Builds the WHERE clause of a filtered list. An undefined filter adds nothing. Columns and expressions come from code,
 * values travel as parameters.
 *
 * @example
 * const where = new Conditions().equal('status', query.status).days('created_at', query);
 * db.query(`SELECT … FROM orders ${where.sql} ORDER BY id DESC OFFSET ${skip} LIMIT ${take}`, where.values)
 */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly all: string[] = [];

  /** Adds a condition in which `?` stands for the value; nothing for `undefined`. */
  add(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.all.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** Adds a value for a condition of `that`, which may need several. @returns what stands for it there: `$2` */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a condition without a value; nothing for `undefined`. */
  that(condition: string | undefined): this {
    if (condition) this.all.push(condition);
    return this;
  }

  equal(column: string, value: unknown): this {
    return this.add(`${column} = ?`, value);
  }

  /** Adds a text search. @param folded an expression over `fold_vi`, as an index has it */
  containing(folded: string, search: string | undefined): this {
    return this.add(`${folded} LIKE fold_vi(?)`, search ? containing(search) : undefined);
  }

  /** Adds a search for an account, see `matchesAccount`. */
  account(folded: string, search: string | undefined): this {
    return search ? this.add(matchesAccount(folded, search), containing(search)) : this;
  }

  /** Adds a range of whole days in the shop's time zone, both inclusive. */
  days(column: string, { from, to }: DayQuery): this {
    return this.add(`${column} >= ${midnight('?::date')}`, from).add(`${column} < ${midnight('?::date + 1')}`, to);
  }

  /** Returns the same conditions, to add others to. */
  copy(): Conditions {
    const copy = new Conditions();
    copy.values.push(...this.values);
    copy.all.push(...this.all);
    return copy;
  }

  /** Narrows a query of TypeORM, whose aliases the conditions name. */
  narrow<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): SelectQueryBuilder<Row> {
    const named = (condition: string) => condition.replaceAll(/\$(\d+)/g, ':value$1');
    for (const condition of this.all) query.andWhere(named(condition));
    return query.setParameters(Object.fromEntries(this.values.map((value, nth) => [`value${nth + 1}`, value])));
  }

  /** Counts the rows of `from` (a table or joined tables) that meet all conditions. */
  async count(db: Pick<DataSource, 'query'>, from: string): Promise<number> {
    const [total]: { count: number }[] = await db.query(
      `SELECT count(*)::integer AS count FROM ${from} ${this.sql}`,
      this.values,
    );
    return total?.count ?? 0;
  }

  /** `WHERE …`, or an empty string. */
  get sql(): string {
    return this.all.length > 0 ? `WHERE ${this.all.join(' AND ')}` : '';
  }
}
