import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathUuid } from '../../platform/http/validation.js';
import { Session } from '../../contract/accounts/auth.js';
import { OwnLoginsService } from './own-logins.service.js';

/** The caller's own logins: sessions on the wire, devices in the profile. Its names are part of the API's document, as operation ids. */
@TaggedAs('Sign-in')
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly logins: OwnLoginsService) {}

  @Get()
  @Summary('Lists the devices on which the caller is signed in')
  @Answers(Session, { many: true })
  list(@CurrentUser() me: Principal) {
    return this.logins.list(me);
  }

  /** Signs out every device but this one. */
  @Delete()
  @Summary('Signs out every other device of the caller')
  @HttpCode(204)
  endOthers(@CurrentUser() me: Principal) {
    return this.logins.revokeOthers(me);
  }

  @Delete(':id')
  @Summary('Signs out one device of the caller')
  @HttpCode(204)
  end(@CurrentUser() me: Principal, @Param('id', PathUuid) id: string) {
    return this.logins.revoke(me, id);
  }
}
