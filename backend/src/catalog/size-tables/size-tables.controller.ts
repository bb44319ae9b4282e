import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { CategorySizeTable, SaveSizeTable } from '../../contract/size-tables.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers } from '../../platform/http/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { SizeTablesService } from './size-tables.service.js';

/** The size tables of categories, for administrators. Shoppers read them with a product. */
@Admin()
@Controller('api')
export class SizeTablesController {
  constructor(private readonly tables: SizeTablesService) {}

  @Get('admin/category/:id/size-table')
  @Answers(CategorySizeTable)
  get(@Param('id', PathId) id: number) {
    return this.tables.get(id);
  }

  @Put('category/:id/size-table')
  @Answers(CategorySizeTable)
  replace(
    @CurrentActor() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveSizeTable }) body: SaveSizeTable,
  ) {
    return this.tables.replace(by, id, body);
  }

  @Delete('category/:id/size-table')
  @HttpCode(204)
  remove(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.tables.remove(by, id);
  }
}
