import { Controller, Get, Param, Query, UseInterceptors, type PipeTransform } from '@nestjs/common';
import { Public } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { DIRECT_PATHS } from '../../platform/http-cache/cache-key.js';
import { DirectReads } from '../../platform/http-cache/direct-reads.js';
import { parsePathId, PathId, validQuery } from '../../platform/http/validation.js';
import {
  Brand,
  CardsQuery,
  Category,
  Color,
  ListProduct,
  Product,
  ProductQuery,
  Review,
  ListedSize,
  Variant,
  VariantQuery,
} from '../../contract/catalog/catalog.js';
import { PageQuery } from '../../contract/common.js';
import { TEXTS } from '../../contract/rules.js';
import { ProductReviewsQuery } from '../../contract/catalog/reviews.js';
import { CatalogReads } from './catalog-reads.js';
import { RawJsonInterceptor } from '../../platform/http-cache/raw-json.interceptor.js';

/** Parses a product's id in a path: what is no id is no product either. @throws ShopError 404 */
const productIdOf = (value: string) => parsePathId(value, TEXTS.productNotFound);
const productId: PipeTransform<string, number> = { transform: productIdOf };

/** The public reads of the catalogue. The response cache answers most of them before they get here. */
@Public()
@UseInterceptors(RawJsonInterceptor)
@TaggedAs('Catalogue')
@Controller('api')
export class CatalogController {
  constructor(
    private readonly catalog: CatalogReads,
    direct: DirectReads,
  ) {
    direct.register({
      route: '/api/products',
      path: DIRECT_PATHS.list,
      read: async ({ query }) => this.list(await validQuery(ProductQuery, query)),
    });
    direct.register({
      route: '/api/products/:id',
      path: DIRECT_PATHS.product,
      read: async (_request, [, id = '']) => this.product(productIdOf(id)),
    });
  }

  @Get('products')
  @Summary('Lists products, by keyword and filters')
  @Answers(ListProduct, { many: true })
  list(@Query({ schema: ProductQuery }) query: ProductQuery) {
    return this.catalog.list(query);
  }

  @Get('products/cards')
  @Summary('Lists the products with some ids, at most 12')
  @Answers(ListProduct, { many: true })
  cards(@Query({ schema: CardsQuery }) { ids }: CardsQuery) {
    return this.catalog.cardsOf(ids);
  }

  @Get('products/:id')
  @Summary('Reads a product with its variants and newest reviews')
  @Answers(Product)
  product(@Param('id', productId) id: number) {
    return this.catalog.product(id);
  }

  @Get('products/:id/related')
  @Summary('Lists up to four products that go with a product')
  @Answers(ListProduct, { many: true })
  related(@Param('id', productId) id: number) {
    return this.catalog.related(id);
  }

  @Get('products/:id/reviews')
  @Summary("Lists a product's reviews")
  @Answers(Review, { many: true })
  reviews(@Param('id', productId) id: number, @Query({ schema: ProductReviewsQuery }) query: ProductReviewsQuery) {
    return this.catalog.reviews(id, query);
  }

  @Get('products/:id/variants/:color/:size')
  @Summary('Reads the variant of a product in one colour and size')
  @Answers(Variant)
  variant(@PathId() id: number, @PathId('color') color: number, @PathId('size') size: number) {
    return this.catalog.variant(id, color, size);
  }

  @Get('product-variants')
  @Summary("Lists a product's variants")
  @Answers(Variant, { many: true })
  variants(@Query({ schema: VariantQuery }) query: VariantQuery) {
    return this.catalog.variants(query);
  }

  @Get('brands')
  @Summary('Lists brands')
  @Answers(Brand, { many: true })
  brands(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.catalog.brands(query);
  }

  @Get('category')
  @Summary('Lists categories')
  @Answers(Category, { many: true })
  categories(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.catalog.categories(query);
  }

  @Get('colors')
  @Summary('Lists colours')
  @Answers(Color, { many: true })
  colors(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.catalog.colors(query);
  }

  @Get('sizes')
  @Summary('Lists sizes')
  @Answers(ListedSize, { many: true })
  sizes(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.catalog.sizes(query);
  }
}
