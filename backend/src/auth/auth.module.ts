import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createSecretKey } from 'node:crypto';
import { SettingsModule } from '../settings/settings.module.js';
import { SettingsService } from '../settings/settings.service.js';
import { RateLimitGuard } from '../platform/rate-limits/rate-limit.guard.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.js';
import { Config } from '../platform/config/config.js';
import { MediaModule } from '../media/media.module.js';
import { AccessGuard } from './access.guard.js';
import { ProfileService } from './accounts/profile.service.js';
import { RegistrationService } from './accounts/registration.service.js';
import { UsersController } from './accounts/users.controller.js';
import { Address } from './addresses/address.entity.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { AdminUsersController } from './admin/admin-users.controller.js';
import { AdminUsersService } from './admin/admin-users.service.js';
import { ApiKeyAccess } from './api-keys/api-key-access.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { AccountDeletionService } from './deletion/account-deletion.service.js';
import { LoginPrincipals } from './login/login-principals.js';
import { LoginRateLimiter } from './login/login-rate-limiter.js';
import { Login, RefreshToken } from './login/login.entity.js';
import { LoginsService } from './login/logins.service.js';
import { OwnLoginsService } from './login/own-logins.service.js';
import { SessionsController } from './login/sessions.controller.js';
import { notifyAdmins } from './mails/admin-notices.js';
import { NewsletterSubscriber } from './newsletter/newsletter-subscriber.entity.js';
import { NewsletterController } from './newsletter/newsletter.controller.js';
import { CommonPasswords } from './passwords/common-passwords.js';
import { CurrentPasswords, changedMeanwhile } from './passwords/current-passwords.js';
import { PasswordResetController } from './passwords/password-reset.controller.js';
import { PasswordResetLink } from './passwords/password-reset.entity.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { AUTH_RECORDS } from './personal-data/auth-records.sql.js';
import { PersonalRecordsRegistry } from './personal-data/personal-records.js';
import { JwtController } from './sign-in/jwt.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SocialController } from './social/social.controller.js';
import { SocialGuard } from './social/social.guard.js';
import { SocialService } from './social/social.service.js';
import { socialStrategies } from './social/social.strategy.js';
import { RecoveryCode, SecondFactor } from './two-factor/second-factor.entity.js';
import { TwoFactorCheck } from './two-factor/two-factor-check.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { Identity } from './users/identity.entity.js';
import { User } from './users/user.entity.js';

const entities = [
  User,
  Address,
  Identity,
  Login,
  RefreshToken,
  PasswordResetLink,
  SecondFactor,
  RecoveryCode,
  NewsletterSubscriber,
  ApiKey,
];

/** Accounts, logins, and the guard that authenticates every call. */
@Module({
  imports: [
    TypeOrmModule.forFeature(entities),
    MediaModule,
    SettingsModule,
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ jwtSecret }: Config) => ({
        // As a string, each verification would first try it as a public key.
        secret: createSecretKey(jwtSecret, 'utf8'),
        signOptions: { algorithm: 'HS256' },
      }),
    }),
  ],
  controllers: [
    JwtController,
    UsersController,
    PasswordResetController,
    AddressesController,
    SessionsController,
    SocialController,
    TwoFactorController,
    AdminUsersController,
    NewsletterController,
    ApiKeysController,
  ],
  providers: [
    RegistrationService,
    SignInService,
    AddressesService,
    ApiKeyAccess,
    ApiKeysService,
    AdminUsersService,
    LoginRateLimiter,
    AccountDeletionService,
    PersonalRecordsRegistry,
    CommonPasswords,
    CurrentPasswords,
    LoginPrincipals,
    LoginsService,
    ProfileService,
    RateLimits,
    PasswordResetService,
    OwnLoginsService,
    SocialGuard,
    SocialService,
    socialStrategies,
    TwoFactorCheck,
    TwoFactorService,
    // The second guard counts per account, so it runs after the one that identifies the account.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [CurrentPasswords, PersonalRecordsRegistry, LoginPrincipals, LoginsService, RateLimits],
})
export class AuthModule {
  constructor(records: PersonalRecordsRegistry, settings: SettingsService, passwords: CurrentPasswords) {
    records.register(AUTH_RECORDS);
    settings.guardTransferAccount({
      check: (actor, typed) => passwords.check(actor.id, typed),
      confirm: async (tx, actor, checked) => {
        if (checked === undefined) throw changedMeanwhile();
        await passwords.mustBeUnchanged(tx, actor.id, checked);
        await notifyAdmins(tx, 'transfer_account_changed');
      },
    });
  }
}
