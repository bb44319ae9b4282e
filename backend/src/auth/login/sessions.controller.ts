import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/http/openapi/openapi.js';
import { PathUuid } from '../../platform/http/validation.js';
import { Session } from '../../contract/accounts/auth.js';
import { SessionsService } from './sessions.service.js';

/** The devices on which the caller is signed in. */
@TaggedAs('Sign-in')
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Summary('Lists the devices on which the caller is signed in')
  @Answers(Session, { many: true })
  list(@CurrentUser() me: Principal) {
    return this.sessions.list(me);
  }

  /** Signs out every device but this one. */
  @Delete()
  @Summary('Signs out every other device of the caller')
  @HttpCode(204)
  endOthers(@CurrentUser() me: Principal) {
    return this.sessions.endOthers(me);
  }

  @Delete(':id')
  @Summary('Signs out one device of the caller')
  @HttpCode(204)
  end(@CurrentUser() me: Principal, @Param('id', PathUuid) id: string) {
    return this.sessions.end(me, id);
  }
}
