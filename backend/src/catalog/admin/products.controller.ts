import { Body, Controller, Delete, HttpCode, Post, Put, UploadedFiles } from '@nestjs/common';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { IdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { TakesPictures } from '../../media/uploads/uploads.js';
import { PathId } from '../../platform/http/validation.js';
import { Variant } from '../../contract/catalog/catalog.js';
import { AddVariant, AdminProduct, SaveProduct, SaveVariants } from '../../contract/catalog/products.js';
import { MAX_MORE_PICTURES, MAX_PICTURE_BYTES, MAX_VARIANTS_BYTES } from '../../contract/rules.js';
import type { ProductUploads } from './product-pictures.js';
import { ProductsService } from './products.service.js';
import { VariantsService } from './variants.service.js';

const TakesProduct = () =>
  TakesPictures({ image: 1, images: MAX_MORE_PICTURES }, MAX_PICTURE_BYTES, {
    numbers: ['price', 'oldPrice', 'countInStock', 'stock_was', 'brand', 'category', 'model_height', 'version'],
    flags: ['has_variants'],
    // All variants, as one text of JSON.
    maxTextBytes: MAX_VARIANTS_BYTES,
  });

/** The administrators' writes of products and variants. Public reads are in `CatalogController`. */
@Admin()
@TaggedAs('Catalogue administration')
@Controller('api')
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly variants: VariantsService,
  ) {}

  @Post('products')
  @Summary('Creates a product')
  @TakesProduct()
  @Answers(AdminProduct, { status: 201 })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: SaveProduct }) body: SaveProduct,
    @IdempotencyKey() attempt: KeyedRequest,
    @UploadedFiles() files?: ProductUploads,
  ) {
    return this.products.create(actor, body, attempt, files);
  }

  @Put('products/:id')
  @Summary('Changes a product')
  @TakesProduct()
  @Answers(AdminProduct)
  replace(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: SaveProduct }) body: SaveProduct,
    @UploadedFiles() files?: ProductUploads,
  ) {
    return this.products.replace(actor, id, body, files);
  }

  @Delete('products/:id')
  @Summary('Deletes a product, or archives one that was ordered')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.products.remove(actor, id);
  }

  @Put('products/:id/variants')
  @Summary("Replaces a product's variants and keeps their ids")
  @Answers(Variant, { many: true })
  replaceVariants(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: SaveVariants }) body: SaveVariants,
  ) {
    return this.variants.replace(actor, id, body);
  }

  @Post('product-variants')
  @Summary('Adds a variant to a product')
  @Answers(Variant, { status: 201 })
  addVariant(@CurrentActor() actor: Actor, @Body({ schema: AddVariant }) body: AddVariant) {
    return this.variants.add(actor, body);
  }

  @Delete('product-variants/:id')
  @Summary('Deletes a variant')
  @HttpCode(204)
  removeVariant(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.variants.remove(actor, id);
  }
}
