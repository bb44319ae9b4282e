import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import { nameKey } from './user.entity.js';
import { Public } from '../platform/http/access.js';
import { Answers } from '../platform/http/openapi.js';
import { RateLimited } from '../platform/rate-limits/rate-limits.js';
import { Detail } from '../contract/common.js';
import { Newsletter } from '../contract/auth.js';

const THANKS: Detail = { detail: 'Cảm ơn bạn đã đăng ký nhận tin!' };

@Controller('api/newsletter')
export class NewsletterController {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** 201 for a new address, 200 for one that is already there, whatever its case. */
  @Public()
  @RateLimited('newsletter')
  @Post()
  @Answers(Detail, { status: 201 })
  async subscribe(
    @Body({ schema: Newsletter }) { email }: Newsletter,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Detail> {
    const added: unknown[] = await this.db.query(
      'INSERT INTO newsletter_subscribers (email_key, email) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING email',
      [nameKey(email), email],
    );
    response.status(added.length > 0 ? HttpStatus.CREATED : HttpStatus.OK);
    return THANKS;
  }
}
