import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { notifyAdmins } from '../../auth/mails/admin-notices.js';
import { CurrentPasswords } from '../../auth/passwords/current-passwords.js';
import type { BankWebhook, BankWebhookSecret, CreateBankWebhookSecret } from '../../contract/money/bank-transfers.js';
import { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { Actor } from '../../platform/http/access.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { mergeSetting, readSetting } from '../../settings/settings.sql.js';

/** The row `bank_webhook` of the settings: the encrypted secret, null after it was removed. */
interface StoredSecret {
  closed: string | null;
  createdAt: string | null;
}

const KEY = 'bank_webhook';
/** The context of the encryption. */
const OWNER = 'bank webhook';

/** The secret that the bank signs its webhooks with. It is shown once, when it is created, and stored encrypted. */
@Injectable()
export class BankWebhookSecretService {
  private readonly box: SecretBox;

  constructor(
    private readonly db: DataSource,
    private readonly currentPasswords: CurrentPasswords,
    config: Config,
  ) {
    this.box = new SecretBox(config.jwtSecret, 'may bank webhook: secret');
  }

  /** Returns when the secret was created; null without one. */
  async state(): Promise<BankWebhook> {
    return { created_at: (await readSetting<StoredSecret>(this.db, KEY))?.createdAt ?? null };
  }

  /**
   * Creates a secret in place of an earlier one, which is no longer accepted.
   * @throws ShopError 400 naming `current_password`; 429
   */
  async create(actor: Actor, { current_password }: CreateBankWebhookSecret): Promise<BankWebhookSecret> {
    const checked = await this.currentPasswords.check(actor.id, current_password);
    const secret = randomBytes(32).toString('base64url');
    const createdAt = new Date().toISOString();
    return inTransaction(this.db, async (tx) => {
      await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      await this.store(tx, { closed: this.box.encrypt(secret, OWNER), createdAt });
      await recordAudit(tx, actor, { action: 'create', subject: 'bank_webhook', name: 'Khóa webhook ngân hàng' });
      await notifyAdmins(tx, 'bank_webhook_created');
      return { secret, created_at: createdAt };
    });
  }

  /** Removes the secret: no webhook is accepted any more. */
  async remove(actor: Actor): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      await this.store(tx, { closed: null, createdAt: null });
      await recordAudit(tx, actor, { action: 'delete', subject: 'bank_webhook', name: 'Khóa webhook ngân hàng' });
    });
  }

  /** @returns null without a secret, and for one that was encrypted with another JWT_SECRET */
  async read(): Promise<string | null> {
    const stored = await readSetting<StoredSecret>(this.db, KEY);
    return stored?.closed ? this.box.decrypt(stored.closed, OWNER) : null;
  }

  private store(tx: EntityManager, secret: StoredSecret): Promise<void> {
    return mergeSetting(tx, KEY, secret);
  }
}
