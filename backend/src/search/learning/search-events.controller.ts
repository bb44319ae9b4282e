import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { SearchEvent } from '../../contract/search/search.js';
import { OptionalUser, Public, type Principal } from '../../platform/http/access.js';
import { Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { ClientNetwork } from '../../platform/rate-limits/client-network.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { SearchRecorder } from './search-recorder.js';

/** Receives search events from browsers. Many answers come from caches, so the server does not see every search. */
@Public()
@TaggedAs('Search')
@Controller('api/search/events')
export class SearchEventsController {
  constructor(private readonly recorder: SearchRecorder) {}

  @RateLimited('searchReportPerCaller')
  @Post()
  @Summary('Reports a search, a chosen result or a purchase')
  @HttpCode(204)
  record(
    @Body({ schema: SearchEvent }) event: SearchEvent,
    @ClientNetwork() network: string,
    @OptionalUser() user: Principal | null,
  ) {
    return this.recorder.record(event, { network, userId: user?.id ?? null });
  }
}
