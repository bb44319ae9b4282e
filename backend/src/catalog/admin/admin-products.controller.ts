import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { IdempotencyKey, type KeyedRequest } from '../../platform/batching/idempotency.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminProduct, AdminProductQuery, AdminProductRow } from '../../contract/catalog/products.js';
import { BulkEdit, BulkOutcome } from '../../contract/catalog/bulk-edit.js';
import { AdminProductsService } from './admin-products.service.js';
import { BulkEditService } from './bulk-edit.service.js';
import { ProductsService } from './products.service.js';

/** Products as the back office sees them: archived ones too. */
@Admin()
@TaggedAs('Catalogue administration')
@Controller('api/admin/products')
export class AdminProductsController {
  constructor(
    private readonly reads: AdminProductsService,
    private readonly products: ProductsService,
    private readonly many: BulkEditService,
  ) {}

  @Get()
  @Summary('Lists products for the back office, archived ones on request')
  @Answers(AdminProductRow, { many: true })
  list(@Query({ schema: AdminProductQuery }) query: AdminProductQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.reads.list(query, slice));
  }

  /** Changes prices and stock of many; a `preview` changes nothing. */
  @Post('bulk')
  @Summary('Changes or previews prices and stock of many products')
  @HttpCode(200)
  @Answers(BulkOutcome)
  editMany(
    @CurrentActor() actor: Actor,
    @Body({ schema: BulkEdit }) body: BulkEdit,
    @IdempotencyKey() attempt: KeyedRequest,
  ) {
    return this.many.edit(actor, body, attempt);
  }

  @Get(':id')
  @Summary('Reads a product as its editors see it')
  @Answers(AdminProduct)
  one(@PathId() id: number) {
    return this.reads.one(id);
  }

  @Post(':id/restore')
  @Summary('Puts an archived product back into the shop')
  @HttpCode(200)
  @Answers(AdminProduct)
  restore(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.products.restore(actor, id);
  }
}
