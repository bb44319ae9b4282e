import { Body, Controller, HttpCode, Post, UploadedFile } from '@nestjs/common';
import { Public } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { ClientNetwork } from '../../platform/rate-limits/client-network.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { TakesPassingPicture } from '../../media/uploads/uploads.js';
import type { PassingUpload } from '../../media/uploads/upload-storage.js';
import { AiSearchAnswer, SearchByImage, SearchByText, SearchCombined } from '../../contract/search/ai-search.js';
import { MAX_SEARCH_PICTURE_BYTES } from '../../contract/rules.js';
import { AiSearchService } from './ai-search.service.js';

/** Search by text, by a picture, or by both, for everyone. */
@Public()
@TaggedAs('Search')
@Controller('api/ai-search')
export class AiSearchController {
  constructor(private readonly searches: AiSearchService) {}

  @RateLimited('aiSearchPerCaller')
  @Post('text')
  @Summary('Searches products by a sentence')
  @HttpCode(200)
  @Answers(AiSearchAnswer)
  byText(@Body({ schema: SearchByText }) body: SearchByText, @ClientNetwork() network: string) {
    return this.searches.byText(body, network);
  }

  @RateLimited('aiSearchPerCaller')
  @Post('image')
  @Summary('Searches products by a picture')
  @HttpCode(200)
  @TakesPassingPicture('image', MAX_SEARCH_PICTURE_BYTES)
  @Answers(AiSearchAnswer)
  byImage(
    @Body({ schema: SearchByImage }) body: SearchByImage,
    @UploadedFile() image: PassingUpload | undefined,
    @ClientNetwork() network: string,
  ) {
    return this.searches.byImage(body, image, network);
  }

  @RateLimited('aiSearchPerCaller')
  @Post('combined')
  @Summary('Searches products by a sentence, a picture or both')
  @HttpCode(200)
  @TakesPassingPicture('image', MAX_SEARCH_PICTURE_BYTES)
  @Answers(AiSearchAnswer)
  byBoth(
    @Body({ schema: SearchCombined }) body: SearchCombined,
    @UploadedFile() image: PassingUpload | undefined,
    @ClientNetwork() network: string,
  ) {
    return this.searches.byBoth(body, image, network);
  }
}
