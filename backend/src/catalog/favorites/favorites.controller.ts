import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers } from '../../platform/http/openapi.js';
import { ListProduct } from '../../contract/catalog.js';
import { PageQuery } from '../../contract/common.js';
import { Favorite } from '../../contract/favorites.js';
import { FavoritesService } from './favorites.service.js';

@Controller('api/favorites')
export class FavoritesController {
  constructor(private readonly favorites: FavoritesService) {}

  @Get()
  @Answers(ListProduct, { many: true })
  list(
    @CurrentUser() me: Principal,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.favorites.list(me.id, slice));
  }

  /** Answers 201 for a new favourite, 200 for an existing one. */
  @Post()
  @Answers(ListProduct, { status: 201, again: 200 })
  async add(
    @CurrentUser() me: Principal,
    @Body({ schema: Favorite }) { product_id }: Favorite,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListProduct> {
    const { product, isNew } = await this.favorites.add(me.id, product_id);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return product;
  }

  @Delete()
  @HttpCode(204)
  remove(@CurrentUser() me: Principal, @Body({ schema: Favorite }) { product_id }: Favorite) {
    return this.favorites.remove(me.id, product_id);
  }
}
