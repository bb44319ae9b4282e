import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import { notifyAdmins } from '../auth/mails/admin-notices.js';
import { CurrentPasswords, changedMeanwhile } from '../auth/passwords/current-passwords.js';
import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_SECRET_OVERLAP_HOURS } from '../contract/administration/integration-rules.js';
import type {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookEndpoint as EndpointOnTheWire,
} from '../contract/administration/webhooks.js';
import { Config } from '../platform/config/config.js';
import { inTransaction } from '../platform/database/transaction.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { expectUnchanged } from '../platform/errors/stale-edit.js';
import type { Actor } from '../platform/http/access.js';
import { SecretBox } from '../platform/secrets/secret-box.js';
import { endpointUrl } from './endpoint-url.js';
import { lockEndpoint, lockEndpointForDeletion, lockEndpointList } from './endpoint.locks.js';
import { endpointView } from './endpoint.view.js';
import { WEBHOOK_SECRETS, newWebhookSecret } from './sending/signature.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { giveUpPending, findDelivery, listDeliveries, replaceSecret, requeueDelivery } from './webhooks.sql.js';

/** The owner's endpoints for webhooks, and the log of what was sent to them. */
@Injectable()
export class WebhookEndpointsService {
  private readonly box: SecretBox;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly currentPasswords: CurrentPasswords,
  ) {
    this.box = new SecretBox(config.jwtSecret, WEBHOOK_SECRETS);
  }

  async list(): Promise<EndpointOnTheWire[]> {
    const endpoints = await this.db.manager.find(WebhookEndpoint, { order: { id: 'ASC' } });
    return endpoints.map(endpointView);
  }

  /**
   * Registers an endpoint. Only this response contains its secret.
   * @throws ShopError 400 naming `url` or `current_password`; 409 beyond the maximum number; 429
   */
  async create(actor: Actor, request: CreateWebhookEndpoint): Promise<NewWebhookEndpoint> {
    const { description = '', events, current_password } = request;
    const checked = await this.currentPasswords.check(actor.id, current_password);
    const url = await endpointUrl(request.url, this.config);
    const secret = newWebhookSecret();
    return inTransaction(this.db, async (tx) => {
      await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      await lockEndpointList(tx);
      if ((await tx.count(WebhookEndpoint)) >= MAX_WEBHOOK_ENDPOINTS) {
        throw new ShopError(409, `Tối đa ${MAX_WEBHOOK_ENDPOINTS} địa chỉ nhận. Hãy xóa một địa chỉ không dùng nữa.`);
      }
      const saved = await tx.save(WebhookEndpoint, {
        url,
        description,
        events: [...new Set(events)],
        failingSince: null,
        disabledAt: null,
        previousSecret: null,
        previousSecretUntil: null,
        secret: this.box.encrypt(secret, url),
      });
      await recordAudit(tx, actor, {
        action: 'create',
        subject: 'webhook',
        id: saved.id,
        name: url,
        after: { url, description, events: saved.events },
      });
      await notifyAdmins(tx, 'webhook_widened');
      return { ...endpointView(saved), secret };
    });
  }

  /**
   * Changes an endpoint. Switching it off gives up its pending deliveries.
   * @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 naming `current_password` for further events without the
   *   administrator's own; 429
   */
  async update(
    actor: Actor,
    id: number,
    { description, events, is_active, current_password, was }: UpdateWebhookEndpoint,
  ): Promise<EndpointOnTheWire> {
    const isWidened = (endpoint: WebhookEndpoint) => events?.some((event) => !endpoint.events.includes(event)) ?? false;
    const seen = await this.db.manager.findOneBy(WebhookEndpoint, { id });
    if (!seen) throw unknownEndpoint();
    expectUnchanged(seen, was, ENDPOINT);
    const checked = isWidened(seen) ? await this.currentPasswords.check(actor.id, current_password) : undefined;
    return inTransaction(this.db, async (tx) => {
      if (checked !== undefined) await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      const endpoint = await lockEndpoint(tx, id);
      if (!endpoint) throw unknownEndpoint();
      expectUnchanged(endpoint, was, ENDPOINT);
      if (isWidened(endpoint)) {
        // Another administrator has taken events away since the check.
        if (checked === undefined) throw changedMeanwhile();
        await notifyAdmins(tx, 'webhook_widened');
      }
      const before = auditSnapshot(endpoint);
      if (description !== undefined) endpoint.description = description;
      if (events !== undefined) endpoint.events = [...new Set(events)];
      if (is_active !== undefined && is_active !== endpoint.isActive) {
        endpoint.isActive = is_active;
        // Switched on again, it may fail for as long as a new one.
        endpoint.failingSince = null;
        endpoint.disabledAt = null;
        if (!is_active) await giveUpPending(tx, id);
      }
      await tx.save(endpoint);
      const after = auditSnapshot(endpoint);
      await recordAudit(tx, actor, { action: 'update', subject: 'webhook', id, name: endpoint.url, before, after });
      return endpointView(endpoint);
    });
  }

  /**
   * Replaces an endpoint's secret. Only this response contains the new one. The previous one signs too for a day, so that the receiver
   * can change without losing a webhook; an older one ends at once.
   * @throws ShopError 400 naming `current_password`; 404; 429
   */
  async rotateSecret(actor: Actor, id: number, request: RotateWebhookSecret): Promise<NewWebhookEndpoint> {
    const checked = await this.currentPasswords.check(actor.id, request.current_password);
    const secret = newWebhookSecret();
    return inTransaction(this.db, async (tx) => {
      await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      const endpoint = await lockEndpoint(tx, id);
      if (!endpoint) throw unknownEndpoint();
      const ciphertext = this.box.encrypt(secret, endpoint.url);
      endpoint.previousSecretUntil = await replaceSecret(tx, id, ciphertext, WEBHOOK_SECRET_OVERLAP_HOURS);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'webhook',
        id,
        name: endpoint.url,
        after: { has_new_secret: true },
      });
      return { ...endpointView(endpoint), secret };
    });
  }

  /** Deletes an endpoint; the worker deletes its log. @throws ShopError 404 */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const endpoint = await lockEndpointForDeletion(tx, id);
      if (!endpoint) throw unknownEndpoint();
      await tx.delete(WebhookEndpoint, id);
      const { url, events } = endpoint;
      await recordAudit(tx, actor, { action: 'delete', subject: 'webhook', id, name: url, before: { url, events } });
    });
  }

  /** Returns a slice of an endpoint's deliveries, newest first, and their number. @throws ShopError 404 */
  async deliveries(
    id: number,
    query: WebhookDeliveryQuery,
    slice: { skip: number; take: number },
  ): Promise<[WebhookDelivery[], number]> {
    if (!(await this.db.manager.existsBy(WebhookEndpoint, { id }))) throw unknownEndpoint();
    return listDeliveries(this.db, id, query, slice);
  }

  /**
   * Sends a webhook again, under its id, with all its attempts; also one that was delivered, which the receiver may have lost.
   * @throws ShopError 404; 409 for one that waits, and while its endpoint is off
   */
  async sendAgain(actor: Actor, id: number): Promise<WebhookDelivery> {
    const isQueued = await inTransaction(this.db, async (tx) => {
      const isQueued = await requeueDelivery(tx, id);
      const name = `Gửi lại webhook #${id}`;
      if (isQueued) await recordAudit(tx, actor, { action: 'update', subject: 'webhook', name, after: { count: 1 } });
      return isQueued;
    });
    const delivery = await findDelivery(this.db, id);
    if (!delivery) throw ShopError.notFound('Không tìm thấy lần gửi này.');
    if (isQueued) return delivery;
    throw new ShopError(
      409,
      delivery.state === 'pending' ? 'Webhook này đang chờ gửi.' : 'Địa chỉ nhận đang tắt. Hãy bật lại rồi gửi.',
    );
  }
}

const ENDPOINT = 'Địa chỉ nhận';

const auditSnapshot = ({ description, events, isActive }: WebhookEndpoint) => ({
  description,
  events,
  is_active: isActive,
});
const unknownEndpoint = () => ShopError.notFound('Không tìm thấy địa chỉ nhận.');
