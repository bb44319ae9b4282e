import { Controller, Delete, Get, HttpCode, Post, Query, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../../../platform/http/access.js';
import { paginated } from '../../../platform/http/pagination.js';
import { Answers, AnswersFile, Summary, TaggedAs } from '../../../platform/openapi/openapi.js';
import { TakesFile, type FileUpload } from '../../../media/uploads/uploads.js';
import { PathId } from '../../../platform/http/validation.js';
import { PageQuery } from '../../../contract/common.js';
import { Import, ImportLine, ImportLineQuery } from '../../../contract/catalog/imports.js';
import { MAX_IMPORT_BYTES } from '../../../contract/rules.js';
import { ImportsService } from './imports.service.js';

/** Imports and exports the catalogue as Shopify's product CSV. A file is checked first, and imported on request. */
@Admin()
@TaggedAs('Import and export')
@Controller('api/admin/catalogue')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get('imports')
  @Summary('Lists import runs')
  @Answers(Import, { many: true })
  list(@Query({ schema: PageQuery }) query: PageQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.imports.list(slice));
  }

  @Post('imports')
  @Summary('Uploads an import file and checks it')
  @TakesFile('file', MAX_IMPORT_BYTES)
  @Answers(Import)
  create(@CurrentActor() actor: Actor, @UploadedFile() file: FileUpload | undefined) {
    return this.imports.create(actor, file);
  }

  @Get('imports/:id')
  @Summary('Reads an import run with its progress and counts')
  @Answers(Import)
  one(@PathId() id: number) {
    return this.imports.one(id);
  }

  @Get('imports/:id/lines')
  @Summary('Lists what an import run reports, line by line')
  @Answers(ImportLine, { many: true })
  lines(
    @PathId() id: number,
    @Query({ schema: ImportLineQuery }) query: ImportLineQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.imports.lines(id, query.kind, slice));
  }

  @Get('imports/:id/problems')
  @Summary('Downloads the errors and warnings of an import run as CSV')
  @AnswersFile('text/csv')
  problems(@PathId() id: number, @Res() response: Response) {
    return this.imports.sendProblems(id, response);
  }

  @Post('imports/:id/start')
  @Summary('Imports a file that has been checked')
  @HttpCode(200)
  @Answers(Import)
  start(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.imports.start(actor, id);
  }

  @Delete('imports/:id')
  @Summary('Discards an import run')
  @HttpCode(204)
  discard(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.imports.discard(actor, id);
  }

  @Get('export')
  @Summary('Exports the catalogue as CSV')
  @AnswersFile('text/csv')
  export(@CurrentActor() actor: Actor, @Res() response: Response) {
    return this.imports.sendCatalogue(actor, response);
  }
}
