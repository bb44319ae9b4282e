import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { ListProduct } from '../../contract/catalog.js';
import { MAX_FAVORITES, TEXTS } from '../../contract/rules.js';
import { LIST_PRODUCT } from '../products/product.sql.js';

/** `$1` user, `$2` at most so many, `$3` after so many. */
const FAVORITES = `
  WITH kept AS (SELECT f.product_id AS id, f.created_at FROM favorites f
    JOIN products p ON p.id = f.product_id AND p.archived_at IS NULL WHERE f.user_id = $1)
  SELECT (SELECT count(*)::integer FROM kept) AS total,
    (SELECT coalesce(json_agg(${LIST_PRODUCT} ORDER BY shown.created_at DESC, p.id DESC), '[]')
      FROM (SELECT * FROM kept ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3) shown
      JOIN products p ON p.id = shown.id) AS products`;

/** `$1` user, `$2` product. One that is a favourite already keeps its place. Beyond the bound only calls at once come. */
const ADD = `
  WITH product AS (SELECT * FROM products WHERE id = $2 AND archived_at IS NULL FOR KEY SHARE),
  had AS (SELECT FROM favorites WHERE user_id = $1 AND product_id = $2),
  added AS (INSERT INTO favorites (user_id, product_id) SELECT $1, id FROM product
    WHERE (SELECT count(*) FROM (SELECT FROM favorites WHERE user_id = $1 LIMIT ${MAX_FAVORITES}) f) < ${MAX_FAVORITES}
    ON CONFLICT DO NOTHING RETURNING product_id)
  SELECT ${LIST_PRODUCT} AS product, EXISTS (SELECT FROM added) AS "isNew", EXISTS (SELECT FROM had) AS "wasThere"
  FROM product p`;

/** The products that a shopper wants to find again. */
@Injectable()
export class FavoritesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A user's favourites that are still in the shop, newest first, and how many there are. */
  async list(userId: number, { skip, take }: { skip: number; take: number }): Promise<[ListProduct[], number]> {
    const [row]: { products: ListProduct[]; total: number }[] = await this.db.query(FAVORITES, [userId, take, skip]);
    return row ? [row.products, row.total] : [[], 0];
  }

  /**
   * Makes a product a favourite, if it is none yet.
   * @returns the product, and whether it was added by this call
   * @throws ShopError 404 for a product that is not in the shop, 409 for one more than a user may have
   */
  async add(userId: number, productId: number): Promise<{ product: ListProduct; isNew: boolean }> {
    const [row]: { product: ListProduct; isNew: boolean; wasThere: boolean }[] = await this.db.query(ADD, [
      userId,
      productId,
    ]);
    if (!row) throw ShopError.notFound(TEXTS.productNotFound);
    if (!row.isNew && !row.wasThere) return this.told(userId, productId, row.product);
    return row;
  }

  /** Of a product that was not added: another call added it meanwhile, or there are too many. */
  private async told(userId: number, productId: number, product: ListProduct) {
    const [had] = await this.db.query<unknown[]>('SELECT FROM favorites WHERE user_id = $1 AND product_id = $2', [
      userId,
      productId,
    ]);
    if (!had) throw new ShopError(409, TEXTS.tooManyFavorites);
    return { product, isNew: false };
  }

  /** Makes it none, whether it was one or not. */
  async remove(userId: number, productId: number): Promise<void> {
    await this.db.query('DELETE FROM favorites WHERE user_id = $1 AND product_id = $2', [userId, productId]);
  }
}
