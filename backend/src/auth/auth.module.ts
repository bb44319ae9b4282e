import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitGuard, RateLimits } from '../common/rate-limits.js';
import { Config } from '../config.js';
import { MediaModule } from '../media/media.module.js';
import { AccessGuard } from './access.guard.js';
import { AccountsService } from './accounts.service.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersService } from './admin-users.service.js';
import { AttemptsService } from './attempts.service.js';
import { ClosingService } from './closing.service.js';
import { CurrentPasswords } from './current-passwords.js';
import { JwtController } from './jwt.controller.js';
import { JwtStrategy } from './jwt.strategy.js';
import { LoginsService } from './logins.service.js';
import { ProfileService } from './profile.service.js';
import { ResetController } from './reset.controller.js';
import { ResetService } from './reset.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SocialController } from './social.controller.js';
import { SocialGuard } from './social.guard.js';
import { SocialService } from './social.service.js';
import { socialStrategies } from './social.strategy.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { User } from './user.entity.js';
import { UsersController } from './users.controller.js';

/** Who is who: accounts, logins, and the guard before every call. */
@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    MediaModule,
    PassportModule,
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: (config: Config) => ({ secret: config.jwtSecret, signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [
    JwtController,
    UsersController,
    ResetController,
    SessionsController,
    SocialController,
    TwoFactorController,
    AdminUsersController,
  ],
  providers: [
    AccountsService,
    AdminUsersService,
    AttemptsService,
    ClosingService,
    CurrentPasswords,
    LoginsService,
    ProfileService,
    RateLimits,
    ResetService,
    SessionsService,
    SocialGuard,
    SocialService,
    socialStrategies,
    TwoFactorService,
    JwtStrategy,
    // The second guard counts per account, so it runs after the one that knows the account.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [ClosingService, LoginsService],
})
export class AuthModule {}
