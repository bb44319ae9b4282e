import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { Answers } from '../../platform/http/openapi.js';
import { PathUuid } from '../../platform/http/validation.js';
import { Session } from '../../contract/auth.js';
import { SessionsService } from './sessions.service.js';

/** The devices on which the caller is signed in. */
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers(Session, { many: true })
  list(@CurrentUser() me: Principal) {
    return this.sessions.list(me);
  }

  /** Signs out every device but this one. */
  @Delete()
  @HttpCode(204)
  endOthers(@CurrentUser() me: Principal) {
    return this.sessions.endOthers(me);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@CurrentUser() me: Principal, @Param('id', PathUuid) id: string) {
    return this.sessions.end(me, id);
  }
}
