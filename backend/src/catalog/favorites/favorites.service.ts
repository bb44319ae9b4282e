import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { ListProduct } from '../../contract/catalog.js';
import { TEXTS } from '../../contract/rules.js';
import { Favorite } from './favorite.entity.js';
import { insertFavorite, listFavorites } from './favorites.sql.js';

/** The products that a shopper wants to find again. */
@Injectable()
export class FavoritesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A user's favourites that are still in the shop, newest first, and how many there are. */
  list(userId: number, slice: { skip: number; take: number }): Promise<[ListProduct[], number]> {
    return listFavorites(this.db, userId, slice);
  }

  /**
   * Makes a product a favourite, if it is none yet.
   * @returns the product, and whether it was added by this call
   * @throws ShopError 404 for a product that is not in the shop, 409 for one more than a user may have
   */
  async add(userId: number, productId: number): Promise<{ product: ListProduct; isNew: boolean }> {
    const inserted = await insertFavorite(this.db, userId, productId);
    if (!inserted) throw ShopError.notFound(TEXTS.productNotFound);
    const { product, isNew, wasThere } = inserted;
    const isFavorite = isNew || wasThere || (await this.db.manager.existsBy(Favorite, { userId, productId }));
    if (!isFavorite) throw new ShopError(409, TEXTS.tooManyFavorites);
    return { product, isNew };
  }

  /** Removes a favourite, if it is one. */
  async remove(userId: number, productId: number): Promise<void> {
    await this.db.manager.delete(Favorite, { userId, productId });
  }
}
