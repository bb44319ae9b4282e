import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { CategorySizeTable, ChangeSizeTable } from '../../contract/catalog/size-tables.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { SizeTablesService } from './size-tables.service.js';

/** The size tables of categories, for administrators. Shoppers read them with a product. */
@Admin()
@TaggedAs('Catalogue administration')
@Controller('api')
export class SizeTablesController {
  constructor(private readonly tables: SizeTablesService) {}

  @Get('admin/category/:id/size-table')
  @Summary("Reads a category's size table")
  @Answers(CategorySizeTable)
  get(@PathId() id: number) {
    return this.tables.get(id);
  }

  @Put('category/:id/size-table')
  @Summary("Replaces a category's size table")
  @Answers(CategorySizeTable)
  replace(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: ChangeSizeTable }) body: ChangeSizeTable,
  ) {
    return this.tables.replace(actor, id, body);
  }

  @Delete('category/:id/size-table')
  @Summary("Deletes a category's size table")
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.tables.remove(actor, id);
  }
}
