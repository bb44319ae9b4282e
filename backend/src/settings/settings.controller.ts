import { Body, Controller, Get, Put, UseInterceptors } from '@nestjs/common';
import { SHOP_TAGS } from '../platform/http-cache/cache-tags.js';
import { RawJsonInterceptor } from '../platform/http-cache/raw-json.interceptor.js';
import { Admin, CurrentActor, Public, type Actor } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { Settings, SettingsUpdate } from '../contract/administration/settings.js';
import { SettingsService } from './settings.service.js';

/** The shop's name and contact, its shipping fees, and the browser's settings for the card provider. */
@TaggedAs('Settings')
@Controller('api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Public()
  @UseInterceptors(RawJsonInterceptor)
  @Get()
  @Summary("Reads the shop's name, contact, fees and payment settings")
  @Answers(Settings)
  async read() {
    return { json: JSON.stringify(await this.settings.read()), tags: SHOP_TAGS };
  }

  @Admin()
  @Put()
  @Summary("Changes the shop's settings")
  @Answers(Settings)
  update(@CurrentActor() actor: Actor, @Body({ schema: SettingsUpdate }) body: SettingsUpdate) {
    return this.settings.update(actor, body);
  }
}
