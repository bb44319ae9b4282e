import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { CALL_SCOPES, type ApiScope } from '../../contract/administration/integration-rules.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Principal } from '../../platform/http/access.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { hashOfKey, isWellFormedKey } from './api-key.js';
import { findUsableKey, recordUse } from './api-keys.sql.js';

/** Authorizes calls with an API key. A key may make the calls that `CALL_SCOPES` lists for its scopes, and no others. */
@Injectable()
export class ApiKeyAccess {
  private readonly logger = new Logger('ApiKey');

  constructor(
    private readonly db: DataSource,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Authenticates a call by its key, and makes the key's administrator its principal.
   * @throws ShopError 401 for a key that is not valid; 403 for a call that its scopes do not cover; 429
   */
  async admit(request: Request, text: string): Promise<true> {
    const key = isWellFormedKey(text) ? await findUsableKey(this.db, hashOfKey(text)) : undefined;
    if (!key) throw new ShopError(401, 'Khóa API không hợp lệ, đã hết hạn hoặc đã bị thu hồi.');
    await this.limits.consume('callPerApiKey', `key ${key.id}`);
    const call = callOf(request);
    const scope = Object.hasOwn(CALL_SCOPES, call) ? CALL_SCOPES[call] : null;
    if (!scope || !key.scopes.includes(scope)) throw outOfScope(scope);
    if (key.is_stale) await recordUse(this.db, key.id);
    this.logger.log(`Key ${key.id} (${key.name}): ${call}`);
    const { id, name, user_id: userId } = key;
    (request as Request & { user?: Principal }).user = { id: userId, isAdmin: true, loginId: '', apiKey: { id, name } };
    return true;
  }
}

/** Names a call as `CALL_SCOPES` does: `GET /api/orders/{id}/`. The router reads HEAD as GET. */
function callOf({ method, route }: Request): string {
  const { path = '' } = (route ?? {}) as { path?: string };
  const template = path.replace(/:(\w+)/g, '{$1}').replace(/\/?$/, '/');
  return `${method === 'HEAD' ? 'GET' : method} ${template}`;
}

const outOfScope = (scope: ApiScope | null | undefined) =>
  new ShopError(403, scope ? `Khóa API không có quyền ${scope}.` : 'Không thể dùng khóa API cho việc này.');
