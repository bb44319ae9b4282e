import { Body, Controller, Get, Put, UseInterceptors } from '@nestjs/common';
import { ReadyJsonInterceptor } from '../catalog/ready-json.interceptor.js';
import { Admin, By, Public, type Actor } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { Settings, SettingsUpdate } from '../contract/settings.js';
import { SettingsService } from './settings.service.js';

/** Name and contact of the shop, what shipping costs, how the browser reaches the card provider. */
@Controller('api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Public()
  @UseInterceptors(ReadyJsonInterceptor)
  @Get()
  @Answers(Settings)
  async read() {
    return { json: JSON.stringify(await this.settings.read()) };
  }

  @Admin()
  @Put()
  @Answers(Settings)
  update(@By() by: Actor, @Body({ schema: SettingsUpdate }) body: SettingsUpdate) {
    return this.settings.update(by, body);
  }
}
