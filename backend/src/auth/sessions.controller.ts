import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { Me, type Principal } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { PathUuid } from '../common/validation.js';
import { Session } from '../contract/auth.js';
import { SessionsService } from './sessions.service.js';

/** The devices on which the caller is signed in. */
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers(Session, { many: true })
  list(@Me() me: Principal) {
    return this.sessions.list(me);
  }

  /** Every device but this one. */
  @Delete()
  @HttpCode(204)
  endOthers(@Me() me: Principal) {
    return this.sessions.endOthers(me);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@Me() me: Principal, @Param('id', PathUuid) id: string) {
    return this.sessions.end(me, id);
  }
}
