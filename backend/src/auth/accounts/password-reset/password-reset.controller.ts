import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '../../../platform/http/access.js';
import { ClientAddress } from '../../../platform/rate-limits/client-address.js';
import { RateLimited } from '../../../platform/rate-limits/rate-limits.js';
import { PasswordReset, PasswordResetRequest } from '../../../contract/auth.js';
import { PasswordResetService } from './password-reset.service.js';

/** Resets a forgotten password. */
@Public()
@Controller('auth/users')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  /** The response does not reveal whether the e-mail is known. */
  @Post('reset_password')
  @HttpCode(204)
  request(@Body({ schema: PasswordResetRequest }) body: PasswordResetRequest, @ClientAddress() address: string) {
    return this.resets.request(body.email, address);
  }

  @RateLimited('resetConfirm')
  @Post('reset_password_confirm')
  @HttpCode(204)
  confirm(@Body({ schema: PasswordReset }) body: PasswordReset, @ClientAddress() address: string) {
    return this.resets.confirm(body, address);
  }
}
