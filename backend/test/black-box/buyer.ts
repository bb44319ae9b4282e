import { Detail, pageSchema } from '../../src/contract/common.js';
import { AdminWallet, DepositIntent, Wallet } from '../../src/contract/money/paybox.js';
import { CardIntent } from '../../src/contract/money/payments.js';
import { Order } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import type { OrderTotals } from '../../src/contract/rules.js';
import { call, closeAccount, confirmCard, expectError, read, register, type Account } from './caller.js';

/** An account that orders one product, and an administrator's calls about its orders and wallet. */
export class Buyer {
  private constructor(
    readonly account: Account,
    private readonly admin: string,
    private readonly product: number,
  ) {}

  static async of(admin: string, product: number): Promise<Buyer> {
    return new Buyer(await register(), admin, product);
  }

  get = (path: string) => call('GET', path, { access: this.account.access });
  post = (path: string, body: object, headers?: Record<string, string>) =>
    call('POST', path, { access: this.account.access, body, headers });
  close = () => closeAccount(this.account);

  /** The body of an order of one piece. */
  cart = (totalPrice: number, rest: object = {}) => ({
    orderItems: [{ id: this.product, qty: 1 }],
    shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
    paymentMethod: 'Paybox',
    totalPrice,
    ...rest,
  });

  /** @returns what the shop expects for the cart */
  async totalsOf(rest: object = {}): Promise<OrderTotals> {
    const refused = await this.post('/api/placeorder/', this.cart(1, rest));
    expectError(refused, 409);
    return (refused.body as { expected: OrderTotals }).expected;
  }

  /** Places an order. @returns its id */
  async place(rest: object = {}): Promise<number> {
    const { totalPrice } = await this.totalsOf(rest);
    return read(await this.post('/api/placeorder/', this.cart(totalPrice, rest)), Placed, 201).id;
  }

  order = async (id: number) => read(await this.get(`/api/orders/${id}/`), Order);
  wallet = async () => read(await this.get('/api/paybox/wallet/'), Wallet);
  cancel = async (id: number) => read(await this.post(`/api/orders/${id}/cancel/`, {}), Order);

  /** Starts a card payment of an order. */
  startCard = async (order: number) => read(await this.post('/api/stripe-payment/', { order }), CardIntent);

  /** Pays an order with a test card. @returns the payment intent */
  async payByCard(order: number): Promise<string> {
    const payment_intent = await confirmCard((await this.startCard(order)).clientSecret);
    read(await this.post(`/api/orders/${order}/pay/`, { payment_intent }), Detail);
    return payment_intent;
  }

  payByWallet = async (order_id: number) => read(await this.post('/api/paybox/payment/', { order_id }), Detail);

  /** Starts a deposit. */
  startDeposit = async (amount: number) => read(await this.post('/api/paybox/deposit/', { amount }), DepositIntent);

  confirmDeposit = (payment_intent_id: string) => this.post('/api/paybox/deposit/confirm/', { payment_intent_id });

  requestRefund = (order_id: number, reason: unknown = 'Chật') =>
    this.post('/api/paybox/refund-request/', { order_id, reason });

  /** An administrator delivers the order. */
  async deliver(id: number): Promise<void> {
    const delivered = await call('PATCH', `/api/orders/${id}/`, { access: this.admin, body: { isDelivered: true } });
    expect(read(delivered, Order).isDelivered).toBe(true);
  }

  /** An administrator locks or unlocks the wallet. */
  async setWallet(is_active: boolean): Promise<void> {
    const { username } = this.account;
    const list = await call('GET', `/api/admin/paybox/wallets/?page=1&search=${username}`, { access: this.admin });
    const [wallet] = read(list, pageSchema(AdminWallet)).results;
    const at = `/api/admin/paybox/wallets/${wallet!.id}/`;
    const changed = read(await call('PATCH', at, { access: this.admin, body: { is_active } }), AdminWallet);
    expect(changed.is_active).toBe(is_active);
  }
}
