import { Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { ReviewPhotosService } from './review-photos.service.js';

/** Approving and removing photos of reviews. */
@TaggedAs('Reviews')
@Controller('api/products/:productId/reviews/:reviewId/photos/:id')
export class ReviewPhotosController {
  constructor(private readonly photos: ReviewPhotosService) {}

  @Admin()
  @Post('approve')
  @Summary("Approves a review's photo, so that shoppers see it")
  @HttpCode(204)
  approve(
    @CurrentActor() actor: Actor,
    @PathId('productId') productId: number,
    @PathId('reviewId') reviewId: number,
    @PathId() id: number,
  ) {
    return this.photos.approve(actor, { productId, reviewId, id });
  }

  @Delete()
  @Summary("Deletes a review's photo, for its author or administrators")
  @HttpCode(204)
  remove(
    @CurrentActor() actor: Actor,
    @PathId('productId') productId: number,
    @PathId('reviewId') reviewId: number,
    @PathId() id: number,
  ) {
    return this.photos.remove(actor, { productId, reviewId, id });
  }
}
