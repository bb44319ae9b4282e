import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SANDBOX_ENTITIES } from './sandbox.entity.js';
import { Config } from '../../platform/config/config.js';
import { SandboxHttpClient } from './sandbox-http-client.js';
import { SandboxWebhooks } from './sandbox-webhooks.service.js';
import { SandboxController } from './sandbox.controller.js';
import { StripeSandbox } from './stripe-sandbox.service.js';

/** A stand-in for Stripe, used while the shop has no Stripe key. */
@Module({
  imports: [TypeOrmModule.forFeature(SANDBOX_ENTITIES)],
  controllers: [SandboxController],
  providers: [StripeSandbox, SandboxHttpClient, SandboxWebhooks],
  exports: [SandboxHttpClient],
})
export class SandboxModule implements OnModuleInit {
  constructor(private readonly config: Config) {}

  onModuleInit(): void {
    if (!this.config.isProduction) return;
    new Logger('Payments').warn('STRIPE_SECRET_KEY is not set: cards are charged in the sandbox, and nobody pays.');
  }
}
