import { Module } from '@nestjs/common';
import { NewsletterController } from './newsletter.controller.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

/** What the owner may set, and who wants to hear from the shop. */
@Module({
  controllers: [SettingsController, NewsletterController],
  providers: [SettingsService],
})
export class SettingsModule {}
