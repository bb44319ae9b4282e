import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminColor, AdminSize, ColorQuery, SaveColor, SaveSize, SizeQuery } from '../../contract/catalog/options.js';
import { ColorsService } from './colors.service.js';
import { SizesService } from './sizes.service.js';

/** Colours and sizes, for administrators. The public reads are in the catalogue. */
@Admin()
@TaggedAs('Catalogue administration')
@Controller('api')
export class OptionsController {
  constructor(
    private readonly colors: ColorsService,
    private readonly sizes: SizesService,
  ) {}

  @Get('admin/colors')
  @Summary('Lists colours for the back office, with their products')
  @Answers(AdminColor, { many: true })
  listColors(@Query({ schema: ColorQuery }) query: ColorQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.colors.list(query, slice));
  }

  @Post('colors')
  @Summary('Creates a colour')
  @Answers(AdminColor, { status: 201 })
  addColor(@CurrentActor() actor: Actor, @Body({ schema: SaveColor }) body: SaveColor) {
    return this.colors.create(actor, body);
  }

  @Put('colors/:id')
  @Summary('Changes a colour')
  @Answers(AdminColor)
  changeColor(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: SaveColor }) body: SaveColor) {
    return this.colors.update(actor, id, body);
  }

  @Delete('colors/:id')
  @Summary('Deletes a colour that no product uses')
  @HttpCode(204)
  removeColor(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.colors.remove(actor, id);
  }

  @Get('admin/sizes')
  @Summary('Lists sizes for the back office, with their products')
  @Answers(AdminSize, { many: true })
  listSizes(@Query({ schema: SizeQuery }) query: SizeQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.sizes.list(query, slice));
  }

  @Post('sizes')
  @Summary('Creates a size')
  @Answers(AdminSize, { status: 201 })
  addSize(@CurrentActor() actor: Actor, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.create(actor, body);
  }

  @Put('sizes/:id')
  @Summary('Changes a size')
  @Answers(AdminSize)
  changeSize(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: SaveSize }) body: SaveSize) {
    return this.sizes.update(actor, id, body);
  }

  @Delete('sizes/:id')
  @Summary('Deletes a size that no product uses')
  @HttpCode(204)
  removeSize(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.sizes.remove(actor, id);
  }
}
