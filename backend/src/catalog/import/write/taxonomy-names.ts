import type { EntityManager } from 'typeorm';
import { lowerVi } from '../../keyword-search/fold.js';
import { capitalised, hexOf, positionOf } from './option-names.js';

/**
 * Finds brands, categories, colours and sizes by name, ignoring case, and creates the missing ones. It caches their ids
 * for the length of one transaction.
 */
export class TaxonomyNames {
  private readonly ids = new Map<string, Promise<number>>();

  constructor(private readonly tx: EntityManager) {}

  brand(title: string): Promise<number> {
    return this.id('brands', title, 'title', { title });
  }

  category(title: string): Promise<number> {
    return this.id('categories', title, 'title', { title });
  }

  /** @param hex of a colour that has to be created; null derives it from the name */
  color(name: string, hex: string | null): Promise<number> {
    return this.id('colors', name, 'name', { name: capitalised(name), hex_code: hex ?? hexOf(name) });
  }

  size(name: string): Promise<number> {
    return this.id('sizes', name, 'name', { name, position: positionOf(name) });
  }

  private id(table: string, name: string, column: string, row: Record<string, unknown>): Promise<number> {
    const key = `${table} ${lowerVi(name)}`;
    const known = this.ids.get(key) ?? this.findOrCreate(table, name, column, row);
    this.ids.set(key, known);
    return known;
  }

  private async findOrCreate(
    table: string,
    name: string,
    column: string,
    row: Record<string, unknown>,
  ): Promise<number> {
    const find = async () => {
      const found: { id: number }[] = await this.tx.query(
        `SELECT id FROM ${table} WHERE lower_vi(${column}) = lower_vi($1) ORDER BY id LIMIT 1 FOR KEY SHARE`,
        [name],
      );
      return found[0]?.id;
    };
    const values = Object.values(row);
    const create = async () => {
      const created: { id: number }[] = await this.tx.query(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${values.map((_, nth) => `$${nth + 1}`).join()})
         ON CONFLICT DO NOTHING RETURNING id`,
        values,
      );
      return created[0]?.id;
    };
    // If another transaction creates it concurrently, the insert waits for its commit and finds the name taken.
    const id = (await find()) ?? (await create()) ?? (await find());
    if (id === undefined) throw new Error(`${table} has no "${name}", and none could be created`);
    return id;
  }
}
