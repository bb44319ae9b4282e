import type { DataSource } from 'typeorm';
import type { DayQuery } from '../contract/common.js';
import { SHOP_TIME_ZONE } from '../contract/rules.js';

/** What a person typed, as a LIKE pattern for any text that contains it. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The WHERE of a list that is filtered as its query asks; a filter that is not asked for adds nothing. Columns and
 * expressions are written by the programmer, values travel as parameters.
 *
 * @example
 * const where = new Conditions().equal('status', query.status).days('created_at', query);
 * db.query(`SELECT … FROM orders ${where.sql} ORDER BY id DESC OFFSET ${skip} LIMIT ${take}`, where.values)
 */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly all: string[] = [];

  /** @param condition SQL in which `?` stands for the value; nothing is added for `undefined` */
  add(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.all.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** A condition without a value. */
  that(condition: string | undefined): this {
    if (condition) this.all.push(condition);
    return this;
  }

  equal(column: string, value: unknown): this {
    return this.add(`${column} = ?`, value);
  }

  /** @param folded an expression that has been through `fold_vi`, as an index has it */
  containing(folded: string, search: string | undefined): this {
    return this.add(`${folded} LIKE fold_vi(?)`, search ? containing(search) : undefined);
  }

  /** Whole days of the shop's time zone, both included. */
  days(column: string, { from, to }: DayQuery): this {
    const midnight = (day: string) => `(${day})::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}'`;
    return this.add(`${column} >= ${midnight('?::date')}`, from).add(`${column} < ${midnight('?::date + 1')}`, to);
  }

  /** How many rows of `from` (a table, or tables joined) fulfil all of it. */
  async count(db: Pick<DataSource, 'query'>, from: string): Promise<number> {
    const [total]: { count: number }[] = await db.query(
      `SELECT count(*)::integer AS count FROM ${from} ${this.sql}`,
      this.values,
    );
    return total?.count ?? 0;
  }

  /** `WHERE …`, or nothing. */
  get sql(): string {
    return this.all.length > 0 ? `WHERE ${this.all.join(' AND ')}` : '';
  }
}
