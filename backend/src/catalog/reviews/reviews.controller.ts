import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res, UploadedFiles } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { PathId } from '../../platform/http/validation.js';
import {
  AdminReview,
  AdminReviewsQuery,
  ChangeReview,
  OwnReview,
  WriteReview,
} from '../../contract/catalog/reviews.js';
import { MAX_REVIEW_PHOTO_BYTES, MAX_REVIEW_PHOTOS } from '../../contract/rules.js';
import { TakesPictures } from '../../media/uploads/uploads.js';
import type { Upload } from '../../media/uploads/upload-storage.js';
import { ReviewsService } from './reviews.service.js';

/** Writing and moderating reviews. The public reads are in the catalogue. */
@TaggedAs('Reviews')
@Controller('api')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @RateLimited('reviewPerAccount')
  @Post('products/:id/reviews')
  @Summary('Writes a review of a product, with up to three photos')
  @TakesPictures({ photos: MAX_REVIEW_PHOTOS }, MAX_REVIEW_PHOTO_BYTES, { numbers: ['rating'] })
  @Answers(OwnReview, { status: 201 })
  add(
    @CurrentUser() me: Principal,
    @PathId() id: number,
    @Body({ schema: WriteReview }) body: WriteReview,
    @UploadedFiles() uploads: { photos?: Upload[] } | undefined,
  ) {
    const photos = uploads?.photos ?? [];
    return this.reviews.add(
      me,
      id,
      body,
      photos.map(({ buffer }) => buffer),
    );
  }

  @Get('products/:id/reviews/mine')
  @Summary("Reads the caller's review of a product")
  @Answers(OwnReview)
  own(@CurrentUser() me: Principal, @PathId() id: number) {
    return this.reviews.own(me.id, id);
  }

  @Admin()
  @Get('reviews')
  @Summary('Lists the reviews of all products')
  @Answers(AdminReview, { many: true })
  list(@Query({ schema: AdminReviewsQuery }) query: AdminReviewsQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.reviews.list(query, slice));
  }

  @Admin()
  @Put('products/:productId/reviews/:id')
  @Summary('Changes a review')
  @Answers(OwnReview)
  change(
    @CurrentActor() actor: Actor,
    @PathId('productId') productId: number,
    @PathId() id: number,
    @Body({ schema: ChangeReview }) body: ChangeReview,
  ) {
    return this.reviews.change(actor, productId, id, body);
  }

  @Admin()
  @Delete('products/:productId/reviews/:id')
  @Summary('Deletes a review')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId('productId') productId: number, @PathId() id: number) {
    return this.reviews.remove(actor, productId, id);
  }
}
