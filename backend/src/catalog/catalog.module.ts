import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../media/media.module.js';
import { AdminProductsController } from './admin-products.controller.js';
import { AdminProductsService } from './admin-products.service.js';
import { BulkEditService } from './bulk-edit.service.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogEventsController } from './catalog-events.controller.js';
import { CatalogReads } from './catalog-reads.js';
import { CatalogVersion } from './catalog-version.js';
import { FavoritesController } from './favorites.controller.js';
import { FavoritesService } from './favorites.service.js';
import { PaletteColors } from './palette-colors.service.js';
import { PaletteController } from './palette.controller.js';
import { PaletteSizes } from './palette-sizes.service.js';
import { Product, ProductImage, Variant } from './product.entity.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';
import { PublicFront } from './public-front.js';
import { Review } from './review.entity.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';
import { Brand, Category, Color, Size } from './shelf.entity.js';
import { ShelvesController } from './shelves.controller.js';
import { ShelvesService } from './shelves.service.js';
import { VariantsService } from './variants.service.js';

const entities = [Product, ProductImage, Variant, Review, Brand, Category, Color, Size];

/** Products, their variants and pictures, brands, categories, colours, sizes, reviews, favourites. */
@Module({
  imports: [TypeOrmModule.forFeature(entities), MediaModule],
  controllers: [
    CatalogController,
    CatalogEventsController,
    ReviewsController,
    FavoritesController,
    ShelvesController,
    PaletteController,
    ProductsController,
    AdminProductsController,
  ],
  providers: [
    CatalogReads,
    CatalogVersion,
    PublicFront,
    ReviewsService,
    FavoritesService,
    ShelvesService,
    PaletteColors,
    PaletteSizes,
    ProductsService,
    VariantsService,
    AdminProductsService,
    BulkEditService,
  ],
  exports: [CatalogVersion, CatalogReads],
})
export class CatalogModule {}
