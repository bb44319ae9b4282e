import { Body, Controller, HttpCode, Post, UploadedFile } from '@nestjs/common';
import { Public } from '../../platform/http/access.js';
import { Answers } from '../../platform/http/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { TakesPassingPicture, type PassingUpload } from '../../media/uploads/uploads.js';
import { AiSearchAnswer, SearchByImage, SearchByText, SearchCombined } from '../../contract/ai-search.js';
import { MAX_SEARCH_PICTURE_BYTES } from '../../contract/rules.js';
import { AiSearchService } from './ai-search.service.js';

/** Search by text, by a picture, or by both, for everyone. */
@Public()
@Controller('api/ai-search')
export class AiSearchController {
  constructor(private readonly searches: AiSearchService) {}

  @RateLimited('aiSearch')
  @Post('text')
  @HttpCode(200)
  @Answers(AiSearchAnswer)
  byText(@Body({ schema: SearchByText }) body: SearchByText) {
    return this.searches.byText(body);
  }

  @RateLimited('aiSearch')
  @Post('image')
  @HttpCode(200)
  @TakesPassingPicture('image', MAX_SEARCH_PICTURE_BYTES)
  @Answers(AiSearchAnswer)
  byImage(@Body({ schema: SearchByImage }) body: SearchByImage, @UploadedFile() image?: PassingUpload) {
    return this.searches.byImage(body, image);
  }

  @RateLimited('aiSearch')
  @Post('combined')
  @HttpCode(200)
  @TakesPassingPicture('image', MAX_SEARCH_PICTURE_BYTES)
  @Answers(AiSearchAnswer)
  byBoth(@Body({ schema: SearchCombined }) body: SearchCombined, @UploadedFile() image?: PassingUpload) {
    return this.searches.byBoth(body, image);
  }
}
