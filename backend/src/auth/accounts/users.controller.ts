import { Body, Controller, Get, Header, HttpCode, Patch, Post, Res, UploadedFile } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import {
  CurrentActor,
  CurrentAdmin,
  CurrentUser,
  Public,
  type Actor,
  type Principal,
} from '../../platform/http/access.js';
import { ClientNetwork } from '../../platform/rate-limits/client-network.js';
import { Answers, AnswersFile, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { streamJson } from '../../platform/http/streamed-json.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { TakesPicture } from '../../media/uploads/uploads.js';
import type { Upload } from '../../media/uploads/upload-storage.js';
import {
  Avatar,
  CloseAccount,
  Me as MeSchema,
  PasswordChange,
  ProfileUpdate,
} from '../../contract/accounts/profile.js';
import { Registered, Registration } from '../../contract/accounts/auth.js';
import { MAX_AVATAR_BYTES } from '../../contract/rules.js';
import { AccountDeletionService } from '../deletion/account-deletion.service.js';
import { personalData } from '../personal-data/personal-data.sql.js';
import { PersonalRecordsRegistry } from '../personal-data/personal-records.js';
import { avatarUrl, meView } from '../users/user.view.js';
import { ProfileService } from './profile.service.js';
import { RegistrationService } from './registration.service.js';

/** Registration and the account owner's own calls. */
@TaggedAs('Accounts')
@Controller('auth/users')
export class UsersController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly profiles: ProfileService,
    private readonly deletion: AccountDeletionService,
    private readonly records: PersonalRecordsRegistry,
    private readonly db: DataSource,
  ) {}

  @Public()
  @Post()
  @Summary('Registers an account')
  @Answers(Registered, { status: 201 })
  register(
    @Body({ schema: Registration }) body: Registration,
    @ClientNetwork() address: string,
    @CurrentAdmin() actor: Actor | null,
  ) {
    return this.registration.register(body, { address, actor });
  }

  @Get('me')
  @Summary("Reads the caller's profile")
  @Answers(MeSchema)
  async me(@CurrentUser() me: Principal) {
    return meView(await this.profiles.me(me.id));
  }

  @RateLimited('profileChangePerAccount')
  @Patch('me')
  @Summary("Changes the caller's profile, e-mail address or password")
  @TakesPicture('avatar', MAX_AVATAR_BYTES)
  @Answers(MeSchema)
  async update(
    @CurrentActor() me: Actor,
    @Body({ schema: ProfileUpdate }) body: ProfileUpdate,
    @UploadedFile() avatar?: Upload,
  ) {
    return meView(await this.profiles.update(me, body, avatar?.buffer));
  }

  @Post('set_password')
  @Summary("Changes the caller's password and signs out other devices")
  @HttpCode(204)
  setPassword(@CurrentActor() me: Actor, @Body({ schema: PasswordChange }) body: PasswordChange) {
    return this.profiles.setPassword(me, body.current_password, body.password);
  }

  @RateLimited('avatarUploadPerAccount')
  @Post('avatar')
  @Summary("Replaces the caller's avatar")
  @HttpCode(200)
  @TakesPicture('avatar', MAX_AVATAR_BYTES)
  @Answers(Avatar)
  async setAvatar(@CurrentUser() me: Principal, @UploadedFile() avatar?: Upload) {
    return { avatar: avatarUrl(await this.profiles.setAvatar(me, avatar?.buffer)) };
  }

  @RateLimited('selfDeletionPerAccount')
  @Post('me/close')
  @Summary("Closes the caller's account")
  @HttpCode(204)
  close(@CurrentActor() actor: Actor, @Body({ schema: CloseAccount }) body: CloseAccount) {
    return this.deletion.deleteOwn(actor, body.current_password);
  }

  /** A download for the owner. The JSON is self-describing and has no contract schema. */
  @RateLimited('personalDataDownloadPerAccount')
  @Get('me/data')
  @Summary("Downloads the caller's personal data")
  @AnswersFile('application/json')
  @Header('Content-Disposition', 'attachment; filename="may-du-lieu-ca-nhan.json"')
  @Header('Content-Type', 'application/json; charset=utf-8')
  data(@CurrentUser() me: Principal, @Res() response: Response) {
    return streamJson(response, personalData(this.db, this.records.all, me.id));
  }
}
