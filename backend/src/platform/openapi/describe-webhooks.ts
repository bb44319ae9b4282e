import { WEBHOOK_TYPES, type WebhookType } from '../../contract/administration/integration-rules.js';

const SUMMARIES: Record<WebhookType, string> = {
  'order.placed': 'An order was placed.',
  'order.paid': 'An order was paid.',
  'order.delivered': 'An order was delivered.',
  'order.refunded': 'An order was refunded, wholly or in part.',
  'stock.low': 'The stock of goods has fallen to where they need a reorder.',
};

const shapeOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const integer = { type: 'integer' };
const text = { type: 'string' };

const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const HEADERS = [
  ['webhook-id', 'The id of the event: the same with every attempt.'],
  ['webhook-timestamp', 'The time of the attempt, in seconds since the epoch.'],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them, apart by a space, for a day after the secret was replaced.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: text }));

/**
 * Describes the webhooks that the shop sends. OpenAPI has a place for them since 3.1; tools for 3.0 read this extension.
 * @param examples a body of each
 * @see https://redocly.com/docs-legacy/api-reference-docs/specification-extensions/x-webhooks
 */
export const describeWebhooks = (examples: Record<WebhookType, object>): Record<string, object> =>
  Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, { post: callOf(type, examples[type]) }]));

function callOf(type: WebhookType, example: object): object {
  const data =
    type === 'stock.low'
      ? objectOf({
          product: shapeOf('ListProduct'),
          variant: { nullable: true, allOf: [shapeOf('Variant')] },
          stock: integer,
        })
      : objectOf({ order: shapeOf('Order') });
  const created = { type: 'string', format: 'date-time' };
  const body = objectOf({ id: text, type: { ...text, enum: [type] }, created, data });
  return {
    summary: SUMMARIES[type],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
    responses: { '2XX': { description: 'Received. Any other status is tried again.' } },
  };
}
