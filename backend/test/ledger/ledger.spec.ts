import { post, walletOf } from '../../src/ledger/ledger.js';
import { openShop, shop } from '../support/client.js';
import { given, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

test('concurrent transfers in both directions do not deadlock', async () => {
  const shopper = await given.shopper({ balance: 100_000 });
  const { db } = shop();
  await times(40, (i) =>
    db.transaction(async (tx) => {
      const wallet = await walletOf(tx, shopper.id);
      const [from, to] = i % 2 ? ([wallet, 'sales'] as const) : (['sales', wallet] as const);
      await post(tx, { kind: 'TRANSFER', from, to, amount: 1_000, description: 'Điều chỉnh' });
    }),
  );
  expect(await shopper.balance()).toBe(100_000);
});

test('many concurrent small transfers never overdraw a wallet', async () => {
  const shopper = await given.shopper({ balance: 10_000 });
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      shop().db.transaction(async (tx) => {
        const from = await walletOf(tx, shopper.id);
        await post(tx, { kind: 'TRANSFER', from, to: 'sales', amount: 1_000, description: 'Điều chỉnh' });
      }),
    ),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
  expect(await shopper.balance()).toBe(0);
});
