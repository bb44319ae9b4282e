import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers } from '../../platform/http/openapi.js';
import { TakesPicture, type Upload } from '../../media/uploads/uploads.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminShelf, SaveShelf, ShelfQuery } from '../../contract/shelves.js';
import { SHOP_PICTURE } from '../../media/picture.js';
import { TaxonomyService } from './taxonomy.service.js';

const TakesImage = () => TakesPicture('image', SHOP_PICTURE.maxBytes);

/** Brands and categories as administrators keep them. Everybody reads them from the catalogue. */
@Admin()
@Controller('api')
export class TaxonomyController {
  constructor(private readonly shelves: TaxonomyService) {}

  @Get('admin/brands')
  @Answers(AdminShelf, { many: true })
  brands(@Query({ schema: ShelfQuery }) query: ShelfQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.shelves.list('brand', query, slice));
  }

  @Post('brands')
  @TakesImage()
  @Answers(AdminShelf, { status: 201 })
  addBrand(@CurrentActor() by: Actor, @Body({ schema: SaveShelf }) body: SaveShelf, @UploadedFile() image?: Upload) {
    return this.shelves.create('brand', by, body, image?.buffer);
  }

  @Put('brands/:id')
  @TakesImage()
  @Answers(AdminShelf)
  changeBrand(
    @CurrentActor() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveShelf }) body: SaveShelf,
    @UploadedFile() image?: Upload,
  ) {
    return this.shelves.update('brand', by, id, body, image?.buffer);
  }

  @Delete('brands/:id')
  @HttpCode(204)
  removeBrand(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.shelves.remove('brand', by, id);
  }

  @Get('admin/category')
  @Answers(AdminShelf, { many: true })
  categories(@Query({ schema: ShelfQuery }) query: ShelfQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.shelves.list('category', query, slice));
  }

  @Post('category')
  @TakesImage()
  @Answers(AdminShelf, { status: 201 })
  addCategory(@CurrentActor() by: Actor, @Body({ schema: SaveShelf }) body: SaveShelf, @UploadedFile() image?: Upload) {
    return this.shelves.create('category', by, body, image?.buffer);
  }

  @Put('category/:id')
  @TakesImage()
  @Answers(AdminShelf)
  changeCategory(
    @CurrentActor() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveShelf }) body: SaveShelf,
    @UploadedFile() image?: Upload,
  ) {
    return this.shelves.update('category', by, id, body, image?.buffer);
  }

  @Delete('category/:id')
  @HttpCode(204)
  removeCategory(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.shelves.remove('category', by, id);
  }
}
