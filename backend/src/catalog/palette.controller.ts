import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, By, type Actor } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import { AdminColor, AdminSize, ColorQuery, SaveColor, SaveSize, SizeQuery } from '../contract/palette.js';
import { PaletteColors } from './palette-colors.service.js';
import { PaletteSizes } from './palette-sizes.service.js';

/** Colours and sizes as administrators keep them. Everybody reads them from the catalogue. */
@Admin()
@Controller('api')
export class PaletteController {
  constructor(
    private readonly colors: PaletteColors,
    private readonly sizes: PaletteSizes,
  ) {}

  @Get('admin/colors')
  @Answers(AdminColor, { many: true })
  listColors(@Query({ schema: ColorQuery }) query: ColorQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.colors.list(query, slice));
  }

  @Post('colors')
  @Answers(AdminColor, { status: 201 })
  addColor(@By() by: Actor, @Body({ schema: SaveColor }) body: SaveColor) {
    return this.colors.create(by, body);
  }

  @Put('colors/:id')
  @Answers(AdminColor)
  changeColor(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: SaveColor }) body: SaveColor) {
    return this.colors.update(by, id, body);
  }

  @Delete('colors/:id')
  @HttpCode(204)
  removeColor(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.colors.remove(by, id);
  }

  @Get('admin/sizes')
  @Answers(AdminSize, { many: true })
  listSizes(@Query({ schema: SizeQuery }) query: SizeQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.sizes.list(query, slice));
  }

  @Post('sizes')
  @Answers(AdminSize, { status: 201 })
  addSize(@By() by: Actor, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.create(by, body);
  }

  @Put('sizes/:id')
  @Answers(AdminSize)
  changeSize(@By() by: Actor, @Param('id', PathId) id: number, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.update(by, id, body);
  }

  @Delete('sizes/:id')
  @HttpCode(204)
  removeSize(@By() by: Actor, @Param('id', PathId) id: number) {
    return this.sizes.remove(by, id);
  }
}
