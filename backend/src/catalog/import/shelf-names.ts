import type { EntityManager } from 'typeorm';
import { lowerVi } from '../fold.js';
import { capitalised, hexOf, positionOf } from './palette.js';

/**
 * Finds brands, categories, colours and sizes by their names, whatever the case, and makes those that are missing. It
 * remembers what it found for as long as its transaction lasts.
 */
export class ShelfNames {
  private readonly ids = new Map<string, Promise<number>>();

  constructor(private readonly tx: EntityManager) {}

  brand(title: string): Promise<number> {
    return this.id('brands', title, 'title', { title });
  }

  category(title: string): Promise<number> {
    return this.id('categories', title, 'title', { title });
  }

  /** @param hex what it looks like if it is new; null for what its name says */
  color(name: string, hex: string | null): Promise<number> {
    return this.id('colors', name, 'name', { name: capitalised(name), hex_code: hex ?? hexOf(name) });
  }

  size(name: string): Promise<number> {
    return this.id('sizes', name, 'name', { name, position: positionOf(name) });
  }

  private id(table: string, name: string, column: string, row: Record<string, unknown>): Promise<number> {
    const key = `${table} ${lowerVi(name)}`;
    const known = this.ids.get(key) ?? this.findOrMake(table, name, column, row);
    this.ids.set(key, known);
    return known;
  }

  private async findOrMake(table: string, name: string, column: string, row: Record<string, unknown>): Promise<number> {
    const find = async () => {
      const found: { id: number }[] = await this.tx.query(
        `SELECT id FROM ${table} WHERE lower_vi(${column}) = lower_vi($1) ORDER BY id LIMIT 1 FOR KEY SHARE`,
        [name],
      );
      return found[0]?.id;
    };
    const values = Object.values(row);
    const make = async () => {
      const made: { id: number }[] = await this.tx.query(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${values.map((_, nth) => `$${nth + 1}`).join()})
         ON CONFLICT DO NOTHING RETURNING id`,
        values,
      );
      return made[0]?.id;
    };
    // Where somebody made it at the same moment, the insert waits for their commit and finds it taken.
    const id = (await find()) ?? (await make()) ?? (await find());
    if (id === undefined) throw new Error(`${table} has no "${name}", and takes none`);
    return id;
  }
}
