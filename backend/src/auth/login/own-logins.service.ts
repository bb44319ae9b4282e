import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Session } from '../../contract/accounts/auth.js';
import { deviceName } from './device.js';
import { LoginsService } from './logins.service.js';
import { listLogins } from './logins.sql.js';

/** Lists and ends a user's logins, which pages show as devices. */
@Injectable()
export class OwnLoginsService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
  ) {}

  /** Lists the active logins: the caller's first, then by last use. */
  async list(me: Principal): Promise<Session[]> {
    const rows = await listLogins(this.db, me.id, me.loginId);
    return rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      network: row.network,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      is_current: row.id === me.loginId,
    }));
  }

  /** Signs one device out. @throws ShopError 404 for another user's login, or one that has ended */
  async revoke(me: Principal, id: string): Promise<void> {
    if (!(await this.logins.revokeOne(me.id, id))) throw ShopError.notFound('Không tìm thấy lần đăng nhập này.');
  }

  /** Signs every device out but this one. */
  revokeOthers(me: Principal): Promise<void> {
    return this.logins.revokeAll(this.db.manager, me.id, me.loginId);
  }
}
