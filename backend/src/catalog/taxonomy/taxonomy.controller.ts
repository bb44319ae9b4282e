import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { TakesPicture } from '../../media/uploads/uploads.js';
import type { Upload } from '../../media/uploads/upload-storage.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminTaxonomyItem, SaveTaxonomyItem, TaxonomyQuery } from '../../contract/catalog/taxonomy.js';
import { SHOP_PICTURE } from '../../media/picture.js';
import { TaxonomyService } from './taxonomy.service.js';

const TakesImage = () => TakesPicture('image', SHOP_PICTURE.maxBytes);

/** Brands and categories, for administrators. The public reads are in the catalogue. */
@Admin()
@TaggedAs('Catalogue administration')
@Controller('api')
export class TaxonomyController {
  constructor(private readonly taxonomy: TaxonomyService) {}

  @Get('admin/brands')
  @Summary('Lists brands for the back office, with archived products')
  @Answers(AdminTaxonomyItem, { many: true })
  brands(@Query({ schema: TaxonomyQuery }) query: TaxonomyQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.taxonomy.list('brand', query, slice));
  }

  @Post('brands')
  @Summary('Creates a brand')
  @TakesImage()
  @Answers(AdminTaxonomyItem, { status: 201 })
  addBrand(
    @CurrentActor() actor: Actor,
    @Body({ schema: SaveTaxonomyItem }) body: SaveTaxonomyItem,
    @UploadedFile() image?: Upload,
  ) {
    return this.taxonomy.create('brand', actor, body, image?.buffer);
  }

  @Put('brands/:id')
  @Summary('Changes a brand')
  @TakesImage()
  @Answers(AdminTaxonomyItem)
  changeBrand(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: SaveTaxonomyItem }) body: SaveTaxonomyItem,
    @UploadedFile() image?: Upload,
  ) {
    return this.taxonomy.update('brand', actor, id, body, image?.buffer);
  }

  @Delete('brands/:id')
  @Summary('Deletes a brand that has no products')
  @HttpCode(204)
  removeBrand(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.taxonomy.remove('brand', actor, id);
  }

  @Get('admin/category')
  @Summary('Lists categories for the back office, with archived products')
  @Answers(AdminTaxonomyItem, { many: true })
  categories(@Query({ schema: TaxonomyQuery }) query: TaxonomyQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.taxonomy.list('category', query, slice));
  }

  @Post('category')
  @Summary('Creates a category')
  @TakesImage()
  @Answers(AdminTaxonomyItem, { status: 201 })
  addCategory(
    @CurrentActor() actor: Actor,
    @Body({ schema: SaveTaxonomyItem }) body: SaveTaxonomyItem,
    @UploadedFile() image?: Upload,
  ) {
    return this.taxonomy.create('category', actor, body, image?.buffer);
  }

  @Put('category/:id')
  @Summary('Changes a category')
  @TakesImage()
  @Answers(AdminTaxonomyItem)
  changeCategory(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: SaveTaxonomyItem }) body: SaveTaxonomyItem,
    @UploadedFile() image?: Upload,
  ) {
    return this.taxonomy.update('category', actor, id, body, image?.buffer);
  }

  @Delete('category/:id')
  @Summary('Deletes a category that has no products')
  @HttpCode(204)
  removeCategory(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.taxonomy.remove('category', actor, id);
  }
}
