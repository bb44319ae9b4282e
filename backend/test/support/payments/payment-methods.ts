import { createHmac } from 'node:crypto';
import { TransferInstructions } from '../../../src/contract/money/bank-transfers.js';
import { DEFAULT_PAYMENT_RULES, type PaymentRules } from '../../../src/settings/parts/payment-rules.js';
import { mergeSetting } from '../../../src/settings/settings.sql.js';
import { answer, shop } from '../client.js';
import { given, type Shopper } from '../given.js';

/** An account at a bank that exists, with an invented number. */
export const ACCOUNT = { bank_bin: '970436', account_number: '0123456789', account_name: 'CONG TY MAY' };

/** Switches cash on delivery and bank transfers on. */
export async function offerAll(
  terms: { [Method in keyof PaymentRules]?: Partial<PaymentRules[Method]> } = {},
): Promise<void> {
  const { bank_bin: bankBin, account_number: accountNumber, account_name: accountName } = ACCOUNT;
  const { cod } = DEFAULT_PAYMENT_RULES;
  await mergeSetting(shop().db.manager, 'payments', {
    cod: { ...cod, isOn: true, ...terms.cod },
    vietqr: { isOn: true, bankBin, accountNumber, accountName, ...terms.vietqr },
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

/** What the bank's webhook sends: a body, and the headers that sign it. */
export function signedEvent(
  event: object | string,
  { secret, at = Date.now() / 1_000 }: { secret: string; at?: number },
): { body: string; headers: Record<string, string> } {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = String(Math.floor(at));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature } };
}

/** An order to be paid by bank transfer, with the code of its transfer. It costs 105,000 đồng. */
export async function transferOrder(shopper: Shopper): Promise<{ id: number; code: string }> {
  const id = await given.placed(shopper, { price: 100_000, paymentMethod: 'VietQR' });
  const { code } = answer(await shopper.get(`/api/orders/${id}/transfer/`), TransferInstructions);
  return { id, code };
}
