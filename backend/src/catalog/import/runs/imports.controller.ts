import { Controller, Delete, Get, HttpCode, Param, Post, Query, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../../platform/http/access.js';
import { paginated } from '../../../platform/http/pagination.js';
import { Answers, AnswersFile } from '../../../platform/http/openapi.js';
import { TakesFile, type FileUpload } from '../../../media/uploads/uploads.js';
import { PathId } from '../../../platform/http/validation.js';
import { PageQuery } from '../../../contract/common.js';
import { Import, ImportLine, ImportLineQuery } from '../../../contract/imports.js';
import { MAX_IMPORT_BYTES } from '../../../contract/rules.js';
import { ImportsService } from './imports.service.js';

/** Imports and exports the catalogue as Shopify's product CSV. A file is checked first, and imported on request. */
@Admin()
@Controller('api/admin/catalogue')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get('imports')
  @Answers(Import, { many: true })
  list(@Query({ schema: PageQuery }) query: PageQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.imports.list(slice));
  }

  @Post('imports')
  @TakesFile('file', MAX_IMPORT_BYTES)
  @Answers(Import)
  create(@CurrentActor() by: Actor, @UploadedFile() file: FileUpload | undefined) {
    return this.imports.create(by, file);
  }

  @Get('imports/:id')
  @Answers(Import)
  one(@Param('id', PathId) id: number) {
    return this.imports.one(id);
  }

  @Get('imports/:id/lines')
  @Answers(ImportLine, { many: true })
  lines(
    @Param('id', PathId) id: number,
    @Query({ schema: ImportLineQuery }) query: ImportLineQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.imports.lines(id, query.kind, slice));
  }

  @Get('imports/:id/problems')
  @AnswersFile('text/csv')
  problems(@Param('id', PathId) id: number, @Res() response: Response) {
    return this.imports.sendProblems(id, response);
  }

  @Post('imports/:id/start')
  @HttpCode(200)
  @Answers(Import)
  start(@CurrentActor() by: Actor, @Param('id', PathId) id: number) {
    return this.imports.start(by, id);
  }

  @Delete('imports/:id')
  @HttpCode(204)
  discard(@Param('id', PathId) id: number) {
    return this.imports.discard(id);
  }

  @Get('export')
  @AnswersFile('text/csv')
  export(@CurrentActor() by: Actor, @Res() response: Response) {
    return this.imports.sendCatalogue(by, response);
  }
}
