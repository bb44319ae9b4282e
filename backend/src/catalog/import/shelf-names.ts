import type { EntityManager } from 'typeorm';
import { lowerVi } from '../fold.js';
import { capitalised, hexOf, positionOf } from './palette.js';

type Shelf = 'brands' | 'categories' | 'colors' | 'sizes';

/** Finds brands, categories, colours and sizes by their names, whatever the case, and makes those that are missing. */
export class ShelfNames {
  private constructor(
    private readonly tx: EntityManager,
    private readonly ids: Record<Shelf, Map<string, number>>,
  ) {}

  static async load(tx: EntityManager): Promise<ShelfNames> {
    const all = async (table: Shelf, column: string) => {
      const rows: { id: number; name: string }[] = await tx.query(
        `SELECT id, ${column} AS name FROM ${table} ORDER BY id DESC`,
      );
      return new Map(rows.map(({ id, name }) => [lowerVi(name), id]));
    };
    return new ShelfNames(tx, {
      brands: await all('brands', 'title'),
      categories: await all('categories', 'title'),
      colors: await all('colors', 'name'),
      sizes: await all('sizes', 'name'),
    });
  }

  async brand(title: string | null): Promise<number | null> {
    return title === null ? null : this.id('brands', title, 'INSERT INTO brands (title) VALUES ($1) RETURNING id', []);
  }

  async category(title: string | null): Promise<number | null> {
    return title === null
      ? null
      : this.id('categories', title, 'INSERT INTO categories (title) VALUES ($1) RETURNING id', []);
  }

  color(name: string): Promise<number> {
    return this.id('colors', capitalised(name), 'INSERT INTO colors (name, hex_code) VALUES ($1, $2) RETURNING id', [
      hexOf(name),
    ]);
  }

  size(name: string): Promise<number> {
    return this.id('sizes', name, 'INSERT INTO sizes (name, position) VALUES ($1, $2) RETURNING id', [
      positionOf(name),
    ]);
  }

  private async id(table: Shelf, name: string, insert: string, values: unknown[]): Promise<number> {
    const known = this.ids[table].get(lowerVi(name));
    if (known !== undefined) return known;
    const [made]: { id: number }[] = await this.tx.query(insert, [name, ...values]);
    const id = made?.id ?? 0;
    this.ids[table].set(lowerVi(name), id);
    return id;
  }
}
