import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from '../../contract/accounts/two-factor.js';
import { TwoFactorService } from './two-factor.service.js';

/**
 * The caller's second factor. Open to every signed-in user: an administrator without the required second factor has access to
 * nothing else.
 */
@TaggedAs('Sign-in')
@Controller('auth/two-factor')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get()
  @Summary("Reads the state of the caller's second factor")
  @Answers(TwoFactor)
  read(@CurrentUser() me: Principal) {
    return this.twoFactor.read(me.id);
  }

  @Post('setup')
  @Summary("Makes a secret for the caller's authenticator app")
  @HttpCode(200)
  @Answers(TwoFactorSecret)
  begin(@CurrentActor() actor: Actor) {
    return this.twoFactor.begin(actor);
  }

  @Post('confirm')
  @Summary("Switches the caller's second factor on and shows recovery codes")
  @HttpCode(200)
  @Answers(RecoveryCodes)
  confirm(@CurrentActor() actor: Actor, @Body({ schema: TwoFactorConfirm }) body: TwoFactorConfirm) {
    return this.twoFactor.confirm(actor, body);
  }

  @Post('recovery-codes')
  @Summary("Replaces the caller's recovery codes")
  @HttpCode(200)
  @Answers(RecoveryCodes)
  renewCodes(@CurrentActor() actor: Actor, @Body({ schema: TwoFactorOff }) body: TwoFactorOff) {
    return this.twoFactor.renewCodes(actor, body);
  }

  @Post('off')
  @Summary("Switches the caller's second factor off")
  @HttpCode(204)
  switchOff(@CurrentActor() actor: Actor, @Body({ schema: TwoFactorOff }) body: TwoFactorOff) {
    return this.twoFactor.switchOff(actor, body);
  }

  /** Sets whether every administrator must have one. */
  @Admin()
  @Put('policy')
  @Summary('Sets whether administrators need a second factor')
  @Answers(TwoFactorPolicy)
  setPolicy(@CurrentActor() actor: Actor, @Body({ schema: TwoFactorPolicyUpdate }) body: TwoFactorPolicyUpdate) {
    return this.twoFactor.setPolicy(actor, body);
  }
}
