import { Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, type Actor } from '../platform/http/access.js';
import { paginated } from '../platform/http/pagination.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { PathId } from '../platform/http/validation.js';
import { Mail, MailQuery, ResentMails } from '../contract/administration/mail.js';
import { MailsService } from './mails.service.js';

/** The outbox, for administrators. */
@Admin()
@TaggedAs('Mails')
@Controller('api/admin/mails')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @Summary('Lists mails that the shop sends')
  @Answers(Mail, { many: true })
  list(@Query({ schema: MailQuery }) query: MailQuery, @Res({ passthrough: true }) response: Response) {
    return paginated(query, response, (slice) => this.mails.list(query, slice));
  }

  @Post('send')
  @Summary('Sends the failed mails of the last seven days again')
  @HttpCode(200)
  @Answers(ResentMails)
  sendFailed(@CurrentActor() actor: Actor) {
    return this.mails.sendFailed(actor);
  }

  @Post(':id/send')
  @Summary('Sends a failed mail again')
  @HttpCode(200)
  @Answers(Mail)
  send(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.mails.sendAgain(actor, id);
  }
}
