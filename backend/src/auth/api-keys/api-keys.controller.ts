import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiKey, CreateApiKey, NewApiKey } from '../../contract/administration/api-keys.js';
import { Admin, CurrentActor, type Actor } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { ApiKeysService } from './api-keys.service.js';

/** The keys of integrations, for administrators. */
@Admin()
@TaggedAs('Integrations')
@Controller('api/admin/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Summary('Lists API keys, without the keys themselves')
  @Answers(ApiKey, { many: true })
  list() {
    return this.keys.list();
  }

  @Post()
  @Summary('Makes an API key and shows it once')
  @Answers(NewApiKey, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body({ schema: CreateApiKey }) body: CreateApiKey) {
    return this.keys.create(actor, body);
  }

  /** Revokes a key. */
  @Delete(':id')
  @Summary('Revokes an API key')
  @HttpCode(204)
  revoke(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.keys.revoke(actor, id);
  }
}
