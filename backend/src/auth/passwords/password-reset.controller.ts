import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '../../platform/http/access.js';
import { Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { ClientNetwork } from '../../platform/rate-limits/client-network.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { PasswordReset, PasswordResetRequest } from '../../contract/accounts/auth.js';
import { PasswordResetService } from './password-reset.service.js';

/** Resets a forgotten password. */
@Public()
@TaggedAs('Sign-in')
@Controller('auth/users')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  /** The response does not reveal whether the e-mail is known. */
  @Post('reset_password')
  @Summary('Mails a link that resets a forgotten password')
  @HttpCode(204)
  request(@Body({ schema: PasswordResetRequest }) body: PasswordResetRequest, @ClientNetwork() address: string) {
    return this.resets.request(body.email, address);
  }

  @RateLimited('resetConfirmPerCaller')
  @Post('reset_password_confirm')
  @Summary('Sets a new password with the mailed link')
  @HttpCode(204)
  confirm(@Body({ schema: PasswordReset }) body: PasswordReset, @ClientNetwork() address: string) {
    return this.resets.confirm(body, address);
  }
}
