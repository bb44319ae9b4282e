import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookEndpoint,
} from '../contract/administration/webhooks.js';
import { Admin, CurrentActor, type Actor } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { paginated } from '../platform/http/pagination.js';
import { PathId } from '../platform/http/validation.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

/** The owner's endpoints for webhooks, for administrators. */
@Admin()
@TaggedAs('Integrations')
@Controller('api/admin')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  @Get('webhooks')
  @Summary('Lists webhook endpoints')
  @Answers(WebhookEndpoint, { many: true })
  list() {
    return this.endpoints.list();
  }

  @Post('webhooks')
  @Summary('Registers a webhook endpoint and shows its secret once')
  @Answers(NewWebhookEndpoint, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body({ schema: CreateWebhookEndpoint }) body: CreateWebhookEndpoint) {
    return this.endpoints.create(actor, body);
  }

  @Patch('webhooks/:id')
  @Summary('Changes a webhook endpoint, or switches it on or off')
  @Answers(WebhookEndpoint)
  update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: UpdateWebhookEndpoint }) body: UpdateWebhookEndpoint,
  ) {
    return this.endpoints.update(actor, id, body);
  }

  @Post('webhooks/:id/secret')
  @Summary('Replaces the secret of a webhook endpoint and shows the new one')
  @HttpCode(200)
  @Answers(NewWebhookEndpoint)
  rotateSecret(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: RotateWebhookSecret }) body: RotateWebhookSecret,
  ) {
    return this.endpoints.rotateSecret(actor, id, body);
  }

  @Delete('webhooks/:id')
  @Summary('Deletes a webhook endpoint')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.endpoints.remove(actor, id);
  }

  @Get('webhooks/:id/deliveries')
  @Summary('Lists the deliveries of a webhook endpoint')
  @Answers(WebhookDelivery, { many: true })
  deliveries(
    @PathId() id: number,
    @Query({ schema: WebhookDeliveryQuery }) query: WebhookDeliveryQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.endpoints.deliveries(id, query, slice));
  }

  @Post('webhook-deliveries/:id/send')
  @Summary('Sends a webhook delivery again')
  @HttpCode(200)
  @Answers(WebhookDelivery)
  send(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.endpoints.sendAgain(actor, id);
  }
}
