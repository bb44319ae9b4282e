import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin } from '../common/access.js';
import { listing } from '../common/listing.js';
import { Answers } from '../common/openapi.js';
import { PathId } from '../common/validation.js';
import { Mail, MailQuery } from '../contract/mail.js';
import { MailsService } from './mails.service.js';

/** What became of the shop's mails. */
@Admin()
@Controller('api/admin/mails')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @Answers(Mail, { many: true })
  list(@Query({ schema: MailQuery }) query: MailQuery, @Res({ passthrough: true }) response: Response) {
    return listing(query, response, (slice) => this.mails.list(query.state, slice));
  }

  @Post(':id/send')
  @HttpCode(200)
  @Answers(Mail)
  send(@Param('id', PathId) id: number) {
    return this.mails.sendAgain(id);
  }
}
