import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PageQuery } from '../../contract/common.js';
import { Favorite, FavoriteProduct } from '../../contract/catalog/favorites.js';
import { FavoritesService } from './favorites.service.js';

@TaggedAs('Favourites')
@Controller('api/favorites')
export class FavoritesController {
  constructor(private readonly favorites: FavoritesService) {}

  @Get()
  @Summary("Lists the caller's favourites")
  @Answers(FavoriteProduct, { many: true })
  list(
    @CurrentUser() me: Principal,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.favorites.list(me.id, slice));
  }

  /** Answers 201 for a new favourite, 200 for an existing one, which gets the colour. */
  @Post()
  @Summary("Adds a product to the caller's favourites")
  @Answers(FavoriteProduct, { status: 201, again: 200 })
  async add(
    @CurrentUser() me: Principal,
    @Body({ schema: Favorite }) { product_id, color }: Favorite,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FavoriteProduct> {
    const { product, isNew } = await this.favorites.add(me.id, product_id, color ?? null);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return product;
  }

  @Delete()
  @Summary("Removes a product from the caller's favourites")
  @HttpCode(204)
  remove(@CurrentUser() me: Principal, @Body({ schema: Favorite }) { product_id }: Favorite) {
    return this.favorites.remove(me.id, product_id);
  }
}
