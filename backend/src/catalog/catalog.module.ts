import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogController } from './catalog.controller.js';
import { CatalogEventsController } from './catalog-events.controller.js';
import { CatalogReads } from './catalog-reads.js';
import { CatalogVersion } from './catalog-version.js';
import { Product, ProductImage, Variant } from './product.entity.js';
import { PublicFront } from './public-front.js';
import { Review } from './review.entity.js';
import { Brand, Category, Color, Size } from './shelf.entity.js';

const entities = [Product, ProductImage, Variant, Review, Brand, Category, Color, Size];

/** Products, their variants and pictures, brands, categories, colours, sizes, reviews. */
@Module({
  imports: [TypeOrmModule.forFeature(entities)],
  controllers: [CatalogController, CatalogEventsController],
  providers: [CatalogReads, CatalogVersion, PublicFront],
  exports: [CatalogVersion],
})
export class CatalogModule {}
