import type { SettingsUpdate } from '../../../src/contract/settings.js';
import { shop } from '../client.js';
import { SettingsService } from '../../../src/settings/settings.service.js';
import type { Shopper } from '../given.js';

/** The account that the examples of NAPAS's specification do not use: of a bank that exists, with an invented number. */
export const ACCOUNT = { bank_bin: '970436', account_number: '0123456789', account_name: 'CONG TY MAY' };

/** Switches cash on delivery and bank transfers on, as the owner does on the settings page. */
export async function offerAll(owner: Shopper, terms: Pick<SettingsUpdate, 'cod' | 'vietqr'> = {}): Promise<void> {
  const by = { id: owner.id, isAdmin: true, loginId: '', address: '127.0.0.1' };
  await shop()
    .app.get(SettingsService)
    .update(by, {
      cod: { is_on: true, ...terms.cod },
      vietqr: { is_on: true, ...ACCOUNT, ...terms.vietqr },
    });
}

/** The transfers of an order: their kinds with the accounts that they came from and went to. */
export async function bookingsOf(orderId: number): Promise<string[]> {
  const rows: { line: string }[] = await shop().db.query(
    `SELECT concat_ws(' ', t.kind, d.kind, '->', c.kind, t.amount) AS line FROM transfers t
     JOIN accounts d ON d.id = t.debit_account_id JOIN accounts c ON c.id = t.credit_account_id
     WHERE t.order_id = $1 ORDER BY t.id`,
    [orderId],
  );
  return rows.map(({ line }) => line);
}
