import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Admin, By, Me, type Actor, type Principal } from '../../common/access.js';
import { Answers } from '../../common/openapi.js';
import {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from '../../contract/two-factor.js';
import { TwoFactorService } from './two-factor.service.js';

/**
 * The second factor of the caller. Open to who is signed in: an administrator who lacks the factor that the shop requires
 * gets no further than here.
 */
@Controller('auth/two-factor')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get()
  @Answers(TwoFactor)
  read(@Me() me: Principal) {
    return this.twoFactor.read(me.id);
  }

  @Post('setup')
  @HttpCode(200)
  @Answers(TwoFactorSecret)
  begin(@By() by: Actor) {
    return this.twoFactor.begin(by);
  }

  @Post('confirm')
  @HttpCode(200)
  @Answers(RecoveryCodes)
  confirm(@By() by: Actor, @Body({ schema: TwoFactorConfirm }) body: TwoFactorConfirm) {
    return this.twoFactor.confirm(by, body);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @Answers(RecoveryCodes)
  renewCodes(@By() by: Actor, @Body({ schema: TwoFactorOff }) body: TwoFactorOff) {
    return this.twoFactor.renewCodes(by, body);
  }

  @Post('off')
  @HttpCode(204)
  switchOff(@By() by: Actor, @Body({ schema: TwoFactorOff }) body: TwoFactorOff) {
    return this.twoFactor.switchOff(by, body);
  }

  /** Whether every administrator must have one. */
  @Admin()
  @Put('policy')
  @Answers(TwoFactorPolicy)
  setPolicy(@By() by: Actor, @Body({ schema: TwoFactorPolicyUpdate }) body: TwoFactorPolicyUpdate) {
    return this.twoFactor.setPolicy(by, body);
  }
}
