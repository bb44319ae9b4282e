import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { SuggestQuery, Suggestions } from '../../contract/search/suggestions.js';
import { Public } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { DIRECT_PATHS } from '../../platform/http-cache/cache-key.js';
import { DirectReads } from '../../platform/http-cache/direct-reads.js';
import { validQuery } from '../../platform/http/validation.js';
import { RawJsonInterceptor } from '../../platform/http-cache/raw-json.interceptor.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { SuggestService } from './suggest.service.js';

/** Suggestions of the header's search box. Answers from the response cache do not count against the rate limit. */
@Public()
@UseInterceptors(RawJsonInterceptor)
@TaggedAs('Search')
@Controller('api/search')
export class SuggestController {
  constructor(
    private readonly suggestions: SuggestService,
    direct: DirectReads,
  ) {
    direct.register({
      route: '/api/search/suggest',
      path: DIRECT_PATHS.suggest,
      limit: 'suggestionPerCaller',
      read: async ({ query }) => this.suggest(await validQuery(SuggestQuery, query)),
    });
  }

  @RateLimited('suggestionPerCaller')
  @Get('suggest')
  @Summary('Suggests keywords, categories, brands and products')
  @Answers(Suggestions)
  suggest(@Query({ schema: SuggestQuery }) { q }: SuggestQuery) {
    return this.suggestions.suggest(q);
  }
}
