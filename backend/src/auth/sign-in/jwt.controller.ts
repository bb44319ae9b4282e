import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Public } from '../../platform/http/access.js';
import { ClientNetwork } from '../../platform/rate-limits/client-network.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { Credentials, RefreshRequest, SignedIn, Tokens } from '../../contract/accounts/auth.js';
import { CurrentDevice, type Device } from '../login/device.js';
import { LoginsService } from '../login/logins.service.js';
import { SignInService } from './sign-in.service.js';

/** Signing in and out. */
@Public()
@TaggedAs('Sign-in')
@Controller('auth/jwt')
export class JwtController {
  constructor(
    private readonly signIns: SignInService,
    private readonly logins: LoginsService,
  ) {}

  @Post('create')
  @Summary('Signs in with a user name or e-mail address and a password')
  @HttpCode(200)
  @Answers(SignedIn)
  signIn(
    @Body({ schema: Credentials }) body: Credentials,
    @ClientNetwork() address: string,
    @CurrentDevice() device: Device,
  ) {
    return this.signIns.signIn(body, { address, device });
  }

  @Post('refresh')
  @Summary('Exchanges a refresh token for new tokens')
  @HttpCode(200)
  @Answers(Tokens)
  refresh(@Body({ schema: RefreshRequest }) body: RefreshRequest, @CurrentDevice() device: Device) {
    return this.logins.rotate(body.refresh, device);
  }

  @Post('logout')
  @Summary('Signs out: revokes the login of a refresh token')
  @HttpCode(204)
  signOut(@Body({ schema: RefreshRequest }) body: RefreshRequest) {
    return this.logins.revokeByToken(body.refresh);
  }
}
