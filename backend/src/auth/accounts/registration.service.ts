import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { Registered, Registration } from '../../contract/accounts/auth.js';
import { queueMail } from '../../mail/outbox.js';
import { CommonPasswords } from '../passwords/common-passwords.js';
import { hashPassword } from '../passwords/passwords.js';
import { claimUniqueNames } from '../users/unique-names.js';
import { User, nameKey } from '../users/user.entity.js';

/** Registers accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly db: DataSource,
    private readonly limits: RateLimits,
    private readonly commonPasswords: CommonPasswords,
  ) {}

  /**
   * Creates an account.
   * @param from.actor the administrator who creates it for somebody else: exempt from the rate limits
   * @throws ShopError 400 naming `username` or `email` when another account uses it as its name or e-mail; 429
   */
  async register(
    { username, email, password }: Registration,
    { address, actor }: { address: string; actor: Actor | null },
  ): Promise<Registered> {
    if (!actor) await this.limits.consume('registrationPerAddress', address);
    this.commonPasswords.refuse(password);
    const passwordHash = await hashPassword(password);
    const create = () =>
      inTransaction(this.db, async (tx) => {
        const names = await claimUniqueNames(tx, { username, email });
        const user = await tx.save(User, { ...names, passwordHash });
        await queueMail(tx, { template: 'welcome', userId: user.id });
        const entry = { action: 'create', subject: 'user', id: user.id, name: username, after: { email } } as const;
        if (actor) await recordAudit(tx, actor, entry);
        return { id: user.id, username, email };
      });
    return actor ? create() : this.limits.consumeIfSuccessful('accountPerEmail', nameKey(email), create);
  }
}
