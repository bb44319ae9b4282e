import type { EntityManager } from 'typeorm';
import { lowerVi } from '../../text/fold.js';
import { createByName, findByName, type NamedTable } from './write-product.sql.js';
import { capitalised, hexOf, positionOf } from '../../options/option-names.js';

/**
 * Finds brands, categories, colours and sizes by name, ignoring case, and creates the missing ones. Caches their ids for one
 * transaction.
 */
export class TaxonomyNames {
  private readonly ids = new Map<string, Promise<number>>();

  constructor(private readonly tx: EntityManager) {}

  brand(title: string): Promise<number> {
    return this.id('brands', title, { title });
  }

  category(title: string): Promise<number> {
    return this.id('categories', title, { title });
  }

  /** @param hex of a colour that has to be created; null derives it from the name */
  color(name: string, hex: string | null): Promise<number> {
    return this.id('colors', name, { name: capitalised(name), hex_code: hex ?? hexOf(name) });
  }

  size(name: string): Promise<number> {
    return this.id('sizes', name, { name, position: positionOf(name) });
  }

  private id(table: NamedTable, name: string, row: Record<string, unknown>): Promise<number> {
    const key = `${table} ${lowerVi(name)}`;
    const known = this.ids.get(key) ?? this.findOrCreate(table, name, row);
    this.ids.set(key, known);
    return known;
  }

  private async findOrCreate(table: NamedTable, name: string, row: Record<string, unknown>): Promise<number> {
    const find = () => findByName(this.tx, table, name);
    // The second search finds a row that another transaction has created meanwhile.
    const id = (await find()) ?? (await createByName(this.tx, table, row)) ?? (await find());
    if (id === undefined) throw new Error(`${table} has no "${name}", and none could be created`);
    return id;
  }
}
