import { loadStockWebhook } from '../../src/catalog/stock-alerts/stock-webhooks.sql.js';
import type { WebhookType } from '../../src/contract/administration/integration-rules.js';
import { NewWebhookEndpoint, type WebhookState } from '../../src/contract/administration/webhooks.js';
import { ORDER_WEBHOOK_TYPES, loadOrderWebhook } from '../../src/orders/reads/order-webhook-contents.js';
import { Config } from '../../src/platform/config/config.js';
import { WebhookSender } from '../../src/webhooks/sending/webhook-sender.service.js';
import { WebhookContents } from '../../src/webhooks/webhook-contents.js';
import { dueEndpoints } from '../../src/webhooks/sending/delivery-claims.sql.js';
import { answer, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { Receiver } from './receiver.js';

export const PASSWORD = 'mật khẩu của chủ';

/** A worker's sender. @param env settings that differ from those of the shop under test */
export function webhookSender(env: NodeJS.ProcessEnv = { WEBHOOKS_TO_PRIVATE_NETWORK: 'on' }): WebhookSender {
  const { databaseUrl: DATABASE_URL, jwtSecret: JWT_SECRET } = shop().app.get(Config);
  const contents = new WebhookContents();
  contents.register(ORDER_WEBHOOK_TYPES, loadOrderWebhook);
  contents.register(['stock.low'], loadStockWebhook);
  return new WebhookSender(shop().db, Config.from({ NODE_ENV: 'test', DATABASE_URL, JWT_SECRET, ...env }), contents);
}

/** Sends what is due to all endpoints. */
export async function sendWebhooks(by = webhookSender()): Promise<void> {
  for (const id of await dueEndpoints(shop().db)) await by.drain(id);
}

/** Makes all waiting webhooks due. */
export const passDelays = () =>
  shop().db.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'pending'`);

/** Registers an endpoint as the owner does. */
export async function registered(admin: Shopper, url: string, events: WebhookType[]): Promise<NewWebhookEndpoint> {
  const body = { url, events, current_password: PASSWORD };
  return answer(await admin.post('/api/admin/webhooks/', body), NewWebhookEndpoint, 201);
}

export const owner = () => given.admin({ password: PASSWORD });

interface StoredDelivery {
  id: number;
  endpoint_id: number;
  event_id: string;
  type: WebhookType;
  subject_id: number;
  variant_id: number | null;
  state: WebhookState;
  attempts: number;
  minutes: number;
}

/** The outbox, oldest first. */
export const storedDeliveries = (): Promise<StoredDelivery[]> =>
  shop().db.query(
    `SELECT id, endpoint_id, event_id, type, subject_id, variant_id, state, attempts,
       (extract(epoch FROM next_attempt_at - now()) / 60)::float AS minutes
     FROM webhook_deliveries ORDER BY id`,
  );

/** Deletes all endpoints and what was written for them. */
export async function clearWebhooks(): Promise<void> {
  await shop().db.query('DELETE FROM webhook_deliveries');
  await shop().db.query('DELETE FROM webhook_endpoints');
}

/** A receiver for the tests of a file. Each of them begins without webhooks. */
export function openReceiver(): Receiver {
  const receiver = new Receiver();
  beforeAll(() => receiver.listen());
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.reset();
    await clearWebhooks();
  });
  return receiver;
}
