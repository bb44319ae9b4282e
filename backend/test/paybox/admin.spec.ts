import { pageSchema } from '../../src/contract/common.js';
import { AdminWallet, Wallet, WalletTransaction } from '../../src/contract/money/paybox.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const walletOf = async (shopper: Shopper): Promise<AdminWallet> => {
  const wallets = answer(await admin.get('/api/admin/paybox/wallets/'), AdminWallet.array());
  const found = wallets.find((wallet) => wallet.user_info.username === shopper.username);
  if (!found) throw new Error('The shopper has no wallet');
  return found;
};
const setActive = ({ id }: { id: number }, is_active: unknown) =>
  admin.patch(`/api/admin/paybox/wallets/${id}/`, { is_active });

describe('all wallets', () => {
  test('are listed with owner and balance, the latest used first', async () => {
    const [mai, lan] = [await given.shopper({ balance: 10_000 }), await given.shopper({ balance: 20_000 })];
    const reply = await admin.get('/api/admin/paybox/wallets/');
    const wallets = answer(reply, AdminWallet.array());
    expect(wallets.slice(0, 2)).toMatchObject([
      { balance: 20_000, is_active: true, user_info: { username: lan.username } },
      { balance: 10_000, is_active: true, user_info: { username: mai.username } },
    ]);
    expect(reply.headers['x-total-count']).toBe(String(wallets.length));
    const page = answer(await admin.get('/api/admin/paybox/wallets/?page=2&page_size=1'), pageSchema(AdminWallet));
    expect(page).toEqual({ count: wallets.length, page: 2, page_size: 1, results: [wallets[1]] });
    expect((await admin.get('/api/admin/paybox/wallets/?page_size=0&page=1')).status).toBe(400);
  });

  test('do not include the shop’s own accounts', async () => {
    const accounts: { id: number }[] = await shop().db.query('SELECT id FROM accounts WHERE user_id IS NULL');
    expect(accounts.length).toBeGreaterThan(3);
    const wallets = answer(await admin.get('/api/admin/paybox/wallets/'), AdminWallet.array());
    for (const account of accounts) {
      expect(wallets.map(({ id }) => id)).not.toContain(account.id);
      expect((await expectUnchanged(() => setActive(account, false))).status).toBe(404);
    }
  });
});

describe('all transactions', () => {
  test('are listed newest first, with their owners', async () => {
    const [mai, lan] = [await given.shopper({ balance: 100_000 }), await given.shopper({ balance: 20_000 })];
    const order = await given.paidOrder(mai);
    const reply = await admin.get('/api/admin/paybox/transactions/');
    const lines = answer(reply, WalletTransaction.array());
    expect(lines.slice(0, 3)).toMatchObject([
      { transaction_type: 'PAYMENT', order_info: { id: order.id }, wallet_info: { user_username: mai.username } },
      { transaction_type: 'TRANSFER', amount: 20_000, wallet_info: { user_username: lan.username } },
      { transaction_type: 'TRANSFER', amount: 100_000, wallet_info: { user_username: mai.username } },
    ]);
    expect(reply.headers['x-total-count']).toBe(String(lines.length));
    const page = answer(
      await admin.get('/api/admin/paybox/transactions/?page=2&page_size=1'),
      pageSchema(WalletTransaction),
    );
    expect(page).toEqual({ count: lines.length, page: 2, page_size: 1, results: [lines[1]] });
  });
});

describe('locking a wallet', () => {
  test('stops payments and new deposits, but not incoming money', async () => {
    const shopper = await given.shopper({ balance: 200_000 });
    const [paid, unpaid] = [await given.paidOrder(shopper), await given.order(shopper)];
    const wallet = await walletOf(shopper);
    expect(answer(await setActive(wallet, false), AdminWallet)).toMatchObject({
      id: wallet.id,
      is_active: false,
      balance: 100_000,
    });
    expect(answer(await shopper.get('/api/paybox/wallet/'), Wallet).is_active).toBe(false);
    await expectUnchanged(async () => {
      for (const [path, body] of [
        ['/api/paybox/payment/', { order_id: unpaid.id }],
        ['/api/paybox/deposit/', { amount: 50_000 }],
      ] as const) {
        const reply = await shopper.post(path, body);
        expect([reply.status, reply.body.error]).toEqual([
          403,
          'Ví của bạn đang tạm khóa. Vui lòng liên hệ cửa hàng để mở khóa.',
        ]);
      }
    });
    const request = { order_id: paid.id, reason: 'Chật' };
    expect((await shopper.post('/api/paybox/refund-request/', request)).status).toBe(201);
    expect((await admin.post(`/api/admin/paybox/refund/${paid.id}/approve/`)).status).toBe(200);
    expect(await shopper.balance()).toBe(200_000);

    expect(answer(await setActive(wallet, true), AdminWallet).is_active).toBe(true);
    expect(answer(await setActive(wallet, true), AdminWallet).is_active).toBe(true);
    expect((await shopper.post('/api/paybox/payment/', { order_id: unpaid.id })).status).toBe(200);
  });

  test('accepts true and false, and changes nothing else', async () => {
    const shopper = await given.shopper({ balance: 1_000 });
    const wallet = await walletOf(shopper);
    await expectUnchanged(async () => {
      for (const is_active of [undefined, null, 0, 1, 'false', '', {}, []]) {
        const reply = await setActive(wallet, is_active);
        expect([reply.status, reply.body.is_active]).toEqual([400, ['Phải là true hoặc false']]);
      }
      for (const body of ['', '{', 'null', '[]']) {
        expect((await admin.patch(`/api/admin/paybox/wallets/${wallet.id}/`, body)).status).toBe(400);
      }
    });
    const forged = { is_active: false, balance: 1_000_000, user_id: admin.id, kind: 'sales' };
    const reply = await admin.patch(`/api/admin/paybox/wallets/${wallet.id}/`, forged);
    expect(answer(reply, AdminWallet)).toMatchObject({ balance: 1_000, user_info: { username: shopper.username } });
  });

  test('answers 404 for an unknown wallet', async () => {
    for (const id of [0, -1, 'abc', '1e3', '9223372036854775808', 2_000_000_000, '%00']) {
      expect((await setActive({ id: id as number }, false)).status).toBe(404);
    }
  });
});
