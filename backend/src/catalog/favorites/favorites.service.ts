import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { FavoriteProduct } from '../../contract/catalog/favorites.js';
import { MAX_FAVORITES, TEXTS } from '../../contract/rules.js';
import { Favorite } from './favorite.entity.js';
import { insertFavorite, listFavorites } from './favorites.sql.js';

const TOO_MANY = `Tối đa ${MAX_FAVORITES} sản phẩm yêu thích. Hãy bỏ bớt để thêm sản phẩm mới.`;

/** Shoppers' favourite products. */
@Injectable()
export class FavoritesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns a slice of a user's favourites that are still in the shop, newest first, with the total count. */
  list(userId: number, slice: { skip: number; take: number }): Promise<[FavoriteProduct[], number]> {
    return listFavorites(this.db, userId, slice);
  }

  /**
   * Adds a product to the favourites, or gives the favourite another colour; idempotent.
   * @param color the id of the colour that was shown; null for none
   * @returns the product, and whether this call added it
   * @throws ShopError 404 for a product that is not in the shop, 409 when the user has the maximum number
   */
  async add(
    userId: number,
    productId: number,
    color: number | null,
  ): Promise<{ product: FavoriteProduct; isNew: boolean }> {
    const inserted = await insertFavorite(this.db, userId, productId, color);
    if (!inserted) throw ShopError.notFound(TEXTS.productNotFound);
    const { product, isNew, wasThere } = inserted;
    const isFavorite = isNew || wasThere || (await this.db.manager.existsBy(Favorite, { userId, productId }));
    if (!isFavorite) throw new ShopError(409, TOO_MANY);
    return { product, isNew };
  }

  /** Removes a favourite; idempotent. */
  async remove(userId: number, productId: number): Promise<void> {
    await this.db.manager.delete(Favorite, { userId, productId });
  }
}
