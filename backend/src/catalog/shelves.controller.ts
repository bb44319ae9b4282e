import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, type Actor } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { TakesPicture, type Upload } from '../common/uploads.js';
import { PathId } from '../common/validation.js';
import { AdminShelf, SaveShelf, ShelfQuery } from '../contract/shelves.js';
import { SHOP_PICTURE } from '../media/picture.js';
import { ShelvesService } from './shelves.service.js';

const TakesImage = () => TakesPicture('image', SHOP_PICTURE.maxBytes);

/** Brands and categories as administrators keep them. Everybody reads them from the catalogue. */
@Admin()
@Controller('api')
export class ShelvesController {
  constructor(private readonly shelves: ShelvesService) {}

  @Get('admin/brands')
  @Answers(AdminShelf, { many: true })
  brands(@Query({ schema: ShelfQuery }) query: ShelfQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.shelves.list('brand', query, slice));
  }

  @Post('brands')
  @TakesImage()
  @Answers(AdminShelf, { status: 201 })
  addBrand(@By() by: Actor, @Body({ schema: SaveShelf }) body: SaveShelf, @UploadedFile() image?: Upload) {
    return this.shelves.create('brand', by, body, image?.buffer);
  }

  @Put('brands/:id')
  @TakesImage()
  @Answers(AdminShelf)
  changeBrand(
    @By() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveShelf }) body: SaveShelf,
    @UploadedFile() image?: Upload,
  ) {
    return this.shelves.update('brand', by, id, body, image?.buffer);
  }

  @Delete('brands/:id')
  @HttpCode(204)
  removeBrand(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.shelves.remove('brand', by, id);
  }

  @Get('admin/category')
  @Answers(AdminShelf, { many: true })
  categories(@Query({ schema: ShelfQuery }) query: ShelfQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.shelves.list('category', query, slice));
  }

  @Post('category')
  @TakesImage()
  @Answers(AdminShelf, { status: 201 })
  addCategory(@By() by: Actor, @Body({ schema: SaveShelf }) body: SaveShelf, @UploadedFile() image?: Upload) {
    return this.shelves.create('category', by, body, image?.buffer);
  }

  @Put('category/:id')
  @TakesImage()
  @Answers(AdminShelf)
  changeCategory(
    @By() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveShelf }) body: SaveShelf,
    @UploadedFile() image?: Upload,
  ) {
    return this.shelves.update('category', by, id, body, image?.buffer);
  }

  @Delete('category/:id')
  @HttpCode(204)
  removeCategory(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.shelves.remove('category', by, id);
  }
}
