import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import { Public } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { Detail } from '../../contract/common.js';
import { Newsletter } from '../../contract/accounts/newsletter.js';
import { addSubscriber } from './add-subscriber.js';

const THANKS: Detail = { detail: 'Cảm ơn bạn đã đăng ký nhận tin!' };

@TaggedAs('Mails')
@Controller('api/newsletter')
export class NewsletterController {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Answers 201 for a new address, 200 for a subscribed one, ignoring case. */
  @Public()
  @RateLimited('newsletterPerCaller')
  @Post()
  @Summary('Subscribes an e-mail address to the newsletter')
  @Answers(Detail, { status: 201, again: 200 })
  async subscribe(
    @Body({ schema: Newsletter }) { email }: Newsletter,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Detail> {
    const isNew = await addSubscriber(this.db, email);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return THANKS;
  }
}
