import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { ApiKey as KeyOnTheWire, CreateApiKey, NewApiKey } from '../../contract/administration/api-keys.js';
import { MAX_API_KEYS } from '../../contract/administration/integration-rules.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import { notifyAdmins } from '../mails/admin-notices.js';
import { CurrentPasswords } from '../passwords/current-passwords.js';
import { lockAccountForReference } from '../users/user.locks.js';
import { ApiKey } from './api-key.entity.js';
import { hashOfKey, newKey, prefixOfKey } from './api-key.js';
import { lockKey, lockKeyList } from './api-key.locks.js';
import { countActiveKeys, inDays, listKeys, type ListedKey } from './api-keys.sql.js';

/** Keys that a list shows, with the revoked and expired ones. */
const MAX_LISTED = 200;

/** Creates, lists and revokes the keys of integrations, for administrators. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: DataSource,
    private readonly currentPasswords: CurrentPasswords,
  ) {}

  async list(): Promise<KeyOnTheWire[]> {
    return (await listKeys(this.db, null, MAX_LISTED)).map(keyView);
  }

  /**
   * Creates a key. Only this response contains it; its hash is stored.
   * @throws ShopError 400 naming `current_password`; 409 beyond the maximum number; 429
   */
  async create(actor: Actor, { name, scopes, days, current_password }: CreateApiKey): Promise<NewApiKey> {
    const checked = await this.currentPasswords.check(actor.id, current_password);
    const key = newKey();
    return inTransaction(this.db, async (tx) => {
      await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      // As a deletion of the account does: the account first, then its keys.
      await lockAccountForReference(tx, actor.id);
      await lockKeyList(tx);
      if ((await countActiveKeys(tx)) >= MAX_API_KEYS) {
        throw new ShopError(409, `Tối đa ${MAX_API_KEYS} khóa còn hiệu lực. Hãy thu hồi một khóa không dùng nữa.`);
      }
      const expiresAt = days ? await inDays(tx, days) : null;
      const { id } = await tx.save(ApiKey, {
        ...{ name, prefix: prefixOfKey(key), hash: hashOfKey(key), scopes: [...new Set(scopes)] },
        ...{ userId: actor.id, expiresAt },
      });
      const created = await readKey(tx, id);
      await recordAudit(tx, actor, {
        ...{ action: 'create', subject: 'api_key', id, name },
        after: { name, scopes: created.scopes, expires_at: created.expires_at },
      });
      await notifyAdmins(tx, 'api_key_created');
      return { ...created, key };
    });
  }

  /** Revokes a key at once; idempotent. @throws ShopError 404 */
  async revoke(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const key = await lockKey(tx, id);
      if (!key) throw ShopError.notFound('Không tìm thấy khóa API.');
      if (key.revokedAt) return;
      await tx.update(ApiKey, id, { revokedAt: () => 'now()' });
      const { name, scopes } = key;
      await recordAudit(tx, actor, { action: 'delete', subject: 'api_key', id, name, before: { name, scopes } });
    });
  }
}

async function readKey(tx: EntityManager, id: number): Promise<KeyOnTheWire> {
  const [row] = await listKeys(tx, id, 1);
  if (!row) throw new Error(`The key ${id} was not stored`);
  return keyView(row);
}

const keyView = (row: ListedKey): KeyOnTheWire => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
