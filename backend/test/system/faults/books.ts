import { checkLedger } from '../../../src/ledger-check/ledger-check.js';
import { until, type Harness } from './harness.js';
import type { Shopper } from './shopper.js';

/** After a fault, the shop has to know of every charge within this time. */
const SETTLED_MS = 60_000;

/** Every charge that the provider has made is booked, in time. */
export async function expectSettled(harness: Harness): Promise<void> {
  const { charged } = harness.provider;
  const open = `SELECT $1 - count(*) FROM payment_intents WHERE settled_at IS NOT NULL AND id = ANY ($2)`;
  await until(
    'every charge is booked',
    async () => (await harness.count(open, [charged.length, charged])) === 0,
    SETTLED_MS,
  );
}

/** The ledger is sound, and nobody has met an answer that is no contract's. */
export async function expectSound(harness: Harness): Promise<void> {
  expect(await checkLedger(harness.db)).toEqual([]);
  expect(harness.surprises).toEqual([]);
}

/**
 * What the shop acknowledged is there, each thing once, and nothing else is.
 * @param shoppers everybody who ordered the product
 * @param stock what there was of it before
 */
export async function expectNothingLost(
  harness: Harness,
  shoppers: Shopper[],
  product: number,
  stock: number,
): Promise<void> {
  await expectSettled(harness);
  for (const shopper of shoppers) {
    const orders = await shopper.read<{ id: number; isPaid: boolean }[]>('/api/orders/');
    expect(sorted(orders.map(({ id }) => id))).toEqual(sorted(shopper.orders));
    expect(sorted(orders.filter(({ isPaid }) => isPaid).map(({ id }) => id))).toEqual(sorted(shopper.paid));
    const requests = await shopper.read<{ order: { id: number } }[]>('/api/paybox/refund-requests/');
    expect(sorted(requests.map(({ order }) => order.id))).toEqual(sorted(shopper.refundRequests));
    const { balance } = await shopper.read<{ balance: number }>('/api/paybox/wallet/');
    expect(balance).toBe(shopper.deposited - shopper.spent);
  }
  const sold = shoppers.reduce((sum, { orders }) => sum + orders.length, 0);
  expect(await harness.count('SELECT count_in_stock FROM products WHERE id = $1', [product])).toBe(stock - sold);
  await expectSound(harness);
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
