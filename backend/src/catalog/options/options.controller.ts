import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers } from '../../platform/http/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminColor, AdminSize, ColorQuery, SaveColor, SaveSize, SizeQuery } from '../../contract/options.js';
import { ColorsService } from './colors.service.js';
import { SizesService } from './sizes.service.js';

/** Colours and sizes, for administrators. The public reads are in the catalogue. */
@Admin()
@Controller('api')
export class OptionsController {
  constructor(
    private readonly colors: ColorsService,
    private readonly sizes: SizesService,
  ) {}

  @Get('admin/colors')
  @Answers(AdminColor, { many: true })
  listColors(@Query({ schema: ColorQuery }) query: ColorQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.colors.list(query, slice));
  }

  @Post('colors')
  @Answers(AdminColor, { status: 201 })
  addColor(@CurrentActor() by: Actor, @Body({ schema: SaveColor }) body: SaveColor) {
    return this.colors.create(by, body);
  }

  @Put('colors/:id')
  @Answers(AdminColor)
  changeColor(
    @CurrentActor() by: Actor,
    @Param('id', PathId) id: number,
    @Body({ schema: SaveColor }) body: SaveColor,
  ) {
    return this.colors.update(by, id, body);
  }

  @Delete('colors/:id')
  @HttpCode(204)
  removeColor(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.colors.remove(by, id);
  }

  @Get('admin/sizes')
  @Answers(AdminSize, { many: true })
  listSizes(@Query({ schema: SizeQuery }) query: SizeQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.sizes.list(query, slice));
  }

  @Post('sizes')
  @Answers(AdminSize, { status: 201 })
  addSize(@CurrentActor() by: Actor, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.create(by, body);
  }

  @Put('sizes/:id')
  @Answers(AdminSize)
  changeSize(@CurrentActor() by: Actor, @Param('id', PathId) id: number, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.update(by, id, body);
  }

  @Delete('sizes/:id')
  @HttpCode(204)
  removeSize(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.sizes.remove(by, id);
  }
}
