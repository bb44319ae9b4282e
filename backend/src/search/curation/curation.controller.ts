import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import {
  OnePinsQuery,
  PinsQuery,
  QueryPins,
  QueryPinsRow,
  SavePins,
  SaveSynonym,
  SearchQueriesQuery,
  SearchQueryRow,
  Synonym,
  SynonymQuery,
} from '../../contract/search/search.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { paginated } from '../../platform/http/pagination.js';
import { PathId } from '../../platform/http/validation.js';
import { shiftDay, shopDay } from '../../contract/shop-day.js';
import { listQueries } from '../learning/search-stats.sql.js';
import { PinsService } from './pins.service.js';
import { SynonymsService } from './synonyms.service.js';

const DEFAULT_DAYS = '30';

/** Search statistics, synonyms and pins, for the admin. */
@Admin()
@TaggedAs('Search curation')
@Controller('api/admin/search')
export class CurationController {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly synonyms: SynonymsService,
    private readonly pins: PinsService,
  ) {}

  @Get('queries')
  @Summary('Lists what shoppers searched for, most frequent first')
  @Answers(SearchQueryRow, { many: true })
  queries(
    @Query({ schema: SearchQueriesQuery }) query: SearchQueriesQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const since = shiftDay(shopDay(new Date()), 1 - Number(query.days ?? DEFAULT_DAYS));
    return paginated(query, response, (slice) => listQueries(this.db, since, query, slice));
  }

  @Get('synonyms')
  @Summary('Lists synonyms')
  @Answers(Synonym, { many: true })
  listSynonyms(@Query({ schema: SynonymQuery }) query: SynonymQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.synonyms.list(query.search, slice));
  }

  @Post('synonyms')
  @Summary('Creates a synonym')
  @Answers(Synonym, { status: 201 })
  addSynonym(@CurrentActor() actor: Actor, @Body({ schema: SaveSynonym }) body: SaveSynonym) {
    return this.synonyms.create(actor, body);
  }

  @Put('synonyms/:id')
  @Summary('Changes a synonym')
  @Answers(Synonym)
  changeSynonym(@CurrentActor() actor: Actor, @PathId() id: number, @Body({ schema: SaveSynonym }) body: SaveSynonym) {
    return this.synonyms.update(actor, id, body);
  }

  @Delete('synonyms/:id')
  @Summary('Deletes a synonym')
  @HttpCode(204)
  removeSynonym(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.synonyms.remove(actor, id);
  }

  @Get('pins')
  @Summary('Lists queries with pinned or buried products')
  @Answers(QueryPinsRow, { many: true })
  listPins(@Query({ schema: PinsQuery }) query: PinsQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.pins.list(query.search, slice));
  }

  @Get('pins/one')
  @Summary('Reads the pinned and buried products of a query')
  @Answers(QueryPins)
  readPins(@Query({ schema: OnePinsQuery }) { query }: OnePinsQuery) {
    return this.pins.read(query);
  }

  @Put('pins')
  @Summary('Replaces the pinned and buried products of a query')
  @Answers(QueryPins)
  savePins(@CurrentActor() actor: Actor, @Body({ schema: SavePins }) body: SavePins) {
    return this.pins.save(actor, body);
  }
}
