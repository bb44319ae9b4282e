import { LoginsService } from '../../src/auth/login/logins.service.js';
import { hashPassword } from '../../src/auth/passwords/passwords.js';
import { User, nameKey } from '../../src/auth/users/user.entity.js';
import { AuditEntry } from '../../src/contract/administration/audit.js';
import { Detail, pageSchema } from '../../src/contract/common.js';
import { Wallet } from '../../src/contract/money/paybox.js';
import { Order as OrderAnswer } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { taxPrice, type PaymentMethod, type Vnd } from '../../src/contract/rules.js';
import { takeStock } from '../../src/catalog/stock/stock.js';
import { Coupon } from '../../src/coupons/coupon.entity.js';
import { saveItems } from '../../src/orders/placing/order-items.sql.js';
import { recordOrderEvent } from '../../src/orders/transitions/order-log.js';
import { Order } from '../../src/orders/order/order.entity.js';
import { post, walletOf } from '../../src/ledger/ledger.js';
import { Client, answer, shop } from './client.js';
import { changeCatalogue } from '../catalog/stocked.js';

let count = 0;
const next = () => (count += 1);

/** A signed-in shopper or administrator as an HTTP client. */
export class Shopper extends Client {
  constructor(
    readonly id: number,
    readonly username: string,
    access: string,
  ) {
    super(access);
  }

  /** An order as the API shows it to this account. */
  async order(id: number): Promise<OrderAnswer> {
    return answer(await this.get(`/api/orders/${id}/`), OrderAnswer);
  }

  /** Entries of the audit log, newest first. @param query what they are filtered by */
  async audit(query: string): Promise<AuditEntry[]> {
    return answer(await this.get(`/api/admin/audit/?page=1&${query}`), pageSchema(AuditEntry)).results;
  }

  /** The wallet's balance, from the API. */
  async balance(): Promise<Vnd> {
    return answer(await this.get('/api/paybox/wallet/'), Wallet).balance;
  }
}

/** Fixtures. Accounts and orders are written directly into the database; money moves through the ledger. */
export const given = {
  /** @param options.balance the wallet's balance in đồng; @param options.password needed only to sign in with it */
  async shopper({
    balance = 0,
    isAdmin = false,
    password,
  }: { balance?: Vnd; isAdmin?: boolean; password?: string } = {}) {
    const username = `khách-${next()}`;
    const email = `khach-${count}@example.com`;
    const user = await shop().db.manager.save(User, {
      username,
      email,
      usernameKey: nameKey(username),
      emailKey: nameKey(email),
      passwordHash: password ? await hashPassword(password) : '',
      isStaff: isAdmin,
    });
    const logins = shop().app.get(LoginsService);
    const { access } = await logins.createLogin(user.id, { userAgent: '', network: '' }, () => Promise.resolve());
    if (balance > 0) {
      await shop().db.transaction(async (tx) =>
        post(tx, {
          kind: 'TRANSFER',
          from: 'corrections',
          to: await walletOf(tx, user.id),
          amount: balance,
          description: 'Số dư ban đầu',
        }),
      );
    }
    return new Shopper(user.id, username, access);
  },

  /** @param options.password needed only to sign in, and for changes that require it */
  admin: (options: { password?: string } = {}) => given.shopper({ ...options, isAdmin: true }),

  /** Proves an account's e-mail address, as the link in a mail does. */
  provedMailbox: ({ id }: Shopper) => shop().db.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]),

  /** A product without variants. @returns its id */
  async product({ price = 100_000, stock = 10 }: { price?: Vnd; stock?: number } = {}): Promise<number> {
    const [row]: { id: number }[] = await changeCatalogue(
      'INSERT INTO products (handle, name, price, count_in_stock) VALUES ($1, $2, $3, $4) RETURNING id',
      [`ao-${next()}`, `Áo thun số ${count}`, price, stock],
    );
    return row?.id ?? 0;
  },

  /** A product with one variant, "Đỏ, M". The product's own price differs and must not be charged. */
  async variant({ price = 100_000, stock = 10 }: { price?: Vnd; stock?: number } = {}) {
    const product = await given.product({ price: price + 1, stock: 0 });
    const [row]: { id: number }[] = await changeCatalogue(
      `WITH color AS (INSERT INTO colors (name, hex_code) VALUES ('Đỏ', '#ff0000')
         ON CONFLICT (name_key) DO UPDATE SET hex_code = excluded.hex_code RETURNING id),
       size AS (INSERT INTO sizes (name) VALUES ('M') ON CONFLICT (name_key) DO UPDATE SET position = 0 RETURNING id)
       INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity)
       SELECT $1, color.id, size.id, $2, $3 FROM color, size RETURNING id`,
      [product, price, stock],
    );
    await changeCatalogue('UPDATE products SET has_variants = true WHERE id = $1', [product]);
    return { product, variant: row?.id ?? 0 };
  },

  /** An order placed like the page does: one piece at `price`, with tax and without shipping. @returns its id */
  async placed(
    owner: Shopper,
    {
      price = 100_000,
      discount = 0,
      ...rest
    }: {
      price?: Vnd;
      discount?: Vnd;
      coupon_code?: string;
      gift_note?: string | null;
      paymentMethod?: PaymentMethod;
    } = {},
  ): Promise<number> {
    const line = { id: await given.product({ price }), qty: 1 };
    const cart = cartOf([line], price + taxPrice(price) - discount, rest);
    return answer(await owner.post('/api/placeorder/', cart), Placed, 201).id;
  },

  /** An unpaid order of one piece of ten that costs `total`, without tax and shipping. */
  async order(owner: Shopper, { total = 100_000 }: { total?: Vnd } = {}): Promise<{ id: number; product: number }> {
    const product = await given.product({ price: total, stock: 10 });
    const goods = { name: 'Áo thun', color: null, size: null, imageHash: null, stock: 10 };
    const lines = [{ ...goods, productId: product, variantId: null, qty: 1, price: total }];
    const order = await shop().db.transaction(async (tx) => {
      const saved = await tx.save(Order, {
        userId: owner.id,
        address: '1 Lê Lợi',
        city: 'Huế',
        postalCode: '530000',
        country: 'Việt Nam',
        paymentMethod: 'Paybox',
        itemsPrice: total,
        shippingPrice: 0,
        taxPrice: 0,
        totalPrice: total,
      });
      await saveItems(tx, [{ id: saved.id, lines }]);
      const actor = { is: 'buyer', id: owner.id } as const;
      await recordOrderEvent(tx, saved, 'place', { before: null, after: 'unpaid', actor });
      await takeStock(tx, [saved.id], lines);
      return saved;
    });
    return { id: order.id, product };
  },

  /** A paid order, paid from the owner's wallet, which must hold the total. */
  async paidOrder(owner: Shopper, { total = 100_000 }: { total?: Vnd } = {}) {
    const order = await given.order(owner, { total });
    answer(await owner.post('/api/paybox/payment/', { order_id: order.id }), Detail);
    return order;
  },

  /** A coupon of 20,000 đồng, valid for everyone and every order unless `rules` say otherwise. */
  coupon: (rules: Partial<Coupon> = {}): Promise<Coupon> =>
    shop().db.manager.save(Coupon, {
      code: `MÂY-${next()}`,
      description: '',
      discountAmount: 20_000,
      minOrderAmount: 0,
      validFrom: new Date('2020-01-01'),
      validTo: new Date('2100-01-01'),
      isActive: true,
      usageLimit: null,
      perUserLimit: null,
      ...rules,
    }),
};

/** The body that the page sends to place an order. @param totalPrice with shipping and tax, less the coupon */
export const cartOf = (orderItems: object[], totalPrice: Vnd, rest: object = {}) => ({
  orderItems,
  shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
  paymentMethod: 'Paybox',
  totalPrice,
  ...rest,
});

/** Runs `act` `count` times concurrently. */
export const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Counts responses by status: `{ 200: 1, 409: 19 }`. */
export function statuses(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
