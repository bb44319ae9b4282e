import type { EntityManager } from 'typeorm';
import type { Settings } from '../../contract/administration/settings.js';
import type { Actor } from '../../platform/http/access.js';

/**
 * Guards a change of the account that customers transfer to: an administrator's open session is not enough to send the shop's income
 * elsewhere. Passwords and mails belong to later modules, of which one registers this.
 */
export interface TransferAccountGuard {
  /** Checks the administrator's password. @returns what `confirm` compares @throws ShopError 400 naming `current_password`; 429 */
  check(actor: Actor, currentPassword: string | undefined): Promise<string>;
  /**
   * Makes sure that the check still holds, and tells all administrators of the change.
   * @param checked the result of `check`; undefined when the change came to need one only now
   * @throws ShopError 409
   */
  confirm(tx: EntityManager, actor: Actor, checked: string | undefined): Promise<void>;
}

type Account = Settings['vietqr'];

/** Whether customers transfer elsewhere after a change, or begin to transfer. */
export const changesTransferAccount = (before: Account, after: Account): boolean =>
  (after.is_on && !before.is_on) ||
  (['bank_bin', 'account_number', 'account_name'] as const).some((field) => after[field] !== before[field]);
