import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../media/media.module.js';
import { AdminProductsController } from './admin/admin-products.controller.js';
import { AdminProductsService } from './admin/admin-products.service.js';
import { BulkEditService } from './admin/bulk-edit.service.js';
import { CatalogController } from './reads/catalog.controller.js';
import { CatalogEventsController } from './reads/catalog-events.controller.js';
import { CatalogReads } from './reads/catalog-reads.js';
import { CatalogSource } from './reads/catalog-source.js';
import { CatalogChanges } from '../platform/http-cache/catalog-changes.js';
import { Favorite } from './favorites/favorite.entity.js';
import { FavoritesController } from './favorites/favorites.controller.js';
import { FavoritesService } from './favorites/favorites.service.js';
import { ColorsService } from './options/colors.service.js';
import { OptionsController } from './options/options.controller.js';
import { SizesService } from './options/sizes.service.js';
import { Product, ProductImage, Variant } from './products/product.entity.js';
import { ProductSales, StockMovement } from './stock/stock.entity.js';
import { ProductsController } from './admin/products.controller.js';
import { ProductsService } from './admin/products.service.js';
import { DirectReads } from '../platform/http-cache/direct-reads.js';
import { ResponseCache } from '../platform/http-cache/response-cache.js';
import { RequestLog } from '../platform/http/request-log.js';
import { Review } from './reviews/review.entity.js';
import { ReviewPhoto } from './reviews/review-photo.entity.js';
import { ReviewPhotosController } from './reviews/review-photos.controller.js';
import { ReviewPhotosService } from './reviews/review-photos.service.js';
import { ReviewsController } from './reviews/reviews.controller.js';
import { ReviewsService } from './reviews/reviews.service.js';
import { Brand, Category } from './taxonomy/taxonomy.entity.js';
import { Color, Size } from './options/option.entity.js';
import { TaxonomyController } from './taxonomy/taxonomy.controller.js';
import { TaxonomyService } from './taxonomy/taxonomy.service.js';
import { SizeTablesController } from './size-tables/size-tables.controller.js';
import { SizeTablesService } from './size-tables/size-tables.service.js';
import { VariantsService } from './admin/variants.service.js';
import { AuthModule } from '../auth/auth.module.js';
import { PersonalRecordsRegistry } from '../auth/personal-data/personal-records.js';
import { StockAlert } from './stock-alerts/stock-alert.entity.js';
import { StockAlertRefusal } from './stock-alerts/stock-alert-refusal.entity.js';
import { StockAlertLinks } from './stock-alerts/stock-alert-links.js';
import { StockAlertsController } from './stock-alerts/stock-alerts.controller.js';
import { StockAlertsService } from './stock-alerts/stock-alerts.service.js';
import { CATALOG_RECORDS } from './personal-records.js';

const entities = [
  Product,
  ProductImage,
  Variant,
  Review,
  ReviewPhoto,
  Brand,
  Category,
  Color,
  Size,
  Favorite,
  StockMovement,
  ProductSales,
  StockAlert,
  StockAlertRefusal,
];

/** Products, their variants and pictures, brands, categories, colours, sizes, reviews, favourites, size tables. */
@Module({
  imports: [TypeOrmModule.forFeature(entities), MediaModule, AuthModule],
  controllers: [
    CatalogController,
    CatalogEventsController,
    ReviewsController,
    ReviewPhotosController,
    FavoritesController,
    TaxonomyController,
    SizeTablesController,
    OptionsController,
    ProductsController,
    AdminProductsController,
    StockAlertsController,
  ],
  providers: [
    CatalogReads,
    CatalogSource,
    CatalogChanges,
    ResponseCache,
    DirectReads,
    RequestLog,
    ReviewsService,
    ReviewPhotosService,
    FavoritesService,
    TaxonomyService,
    SizeTablesService,
    ColorsService,
    SizesService,
    ProductsService,
    VariantsService,
    AdminProductsService,
    BulkEditService,
    StockAlertsService,
    StockAlertLinks,
  ],
  exports: [CatalogChanges, CatalogReads, CatalogSource, DirectReads],
})
export class CatalogModule {
  constructor(records: PersonalRecordsRegistry) {
    records.register(CATALOG_RECORDS);
  }
}
