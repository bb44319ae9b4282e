import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '../common/access.js';
import { ClientAddress } from '../common/client-address.js';
import { RateLimited } from '../common/rate-limits.js';
import { PasswordReset, PasswordResetRequest } from '../contract/auth.js';
import { ResetService } from './reset.service.js';

/** The forgotten password. */
@Public()
@Controller('auth/users')
export class ResetController {
  constructor(private readonly resets: ResetService) {}

  /** The answer does not tell whether the e-mail is known. */
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
