import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor } from '../platform/http/access.js';
import { cardKeys } from '../platform/config/card-keys.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { Config } from '../platform/config/config.js';
import type { DeliveryRules } from '../contract/orders/delivery-rules.js';
import { DEFAULT_PRICING, DEFAULT_UNPAID_LIMITS, type PricingRules } from '../contract/rules.js';
import type { Settings, SettingsUpdate } from '../contract/administration/settings.js';
import { inTransaction } from '../platform/database/transaction.js';
import { areRemindersOn, type CartRules } from './parts/cart-reminders.js';
import { changeDelivery, deliveryView } from './parts/delivery.js';
import { DEFAULT_PAYMENT_RULES, type PaymentRules } from './parts/payment-rules.js';
import type { OrderRules } from './parts/payment-window.js';
import { isLearningOn, type SearchRules } from './parts/search-learning.js';
import { Setting } from './setting.entity.js';
import { lockSettings } from './settings.locks.js';
import { mergeSetting } from './settings.sql.js';
import { DEFAULT_SHOP, type Shop } from './parts/shop.js';
import { changesTransferAccount, type TransferAccountGuard } from './parts/transfer-account.js';
import type { UnpaidRules } from './parts/unpaid-limits.js';

interface StoredSettings {
  shop?: Partial<Shop>;
  pricing?: Partial<PricingRules>;
  delivery?: Partial<DeliveryRules>;
  orders?: OrderRules & UnpaidRules;
  payments?: Partial<PaymentRules>;
  search?: SearchRules;
  carts?: CartRules;
}

const KEYS = [
  'shop',
  'pricing',
  'delivery',
  'orders',
  'payments',
  'search',
  'carts',
] satisfies (keyof StoredSettings)[];

/** The owner's settings: each row holds the differences of its part from the defaults. */
@Injectable()
export class SettingsService {
  private transferAccountGuard: TransferAccountGuard | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  guardTransferAccount(guard: TransferAccountGuard): void {
    this.transferAccountGuard = guard;
  }

  private accountGuard(): TransferAccountGuard {
    if (!this.transferAccountGuard) throw new Error('No module guards the account for transfers');
    return this.transferAccountGuard;
  }

  async read(tx: EntityManager = this.db.manager): Promise<Settings> {
    const rows = await tx.findBy(Setting, { key: In(KEYS) });
    const stored: StoredSettings = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const shop: Shop = { ...DEFAULT_SHOP, ...stored.shop };
    const pricing: PricingRules = { ...DEFAULT_PRICING, ...stored.pricing };
    const unpaid = { ...DEFAULT_UNPAID_LIMITS, ...stored.orders?.unpaidLimits };
    const { cod, vietqr }: PaymentRules = { ...DEFAULT_PAYMENT_RULES, ...stored.payments };
    const { publishableKey, scriptUrl } = cardKeys(this.config);
    return {
      ...shop,
      shipping: {
        standard_fee: pricing.standardFee,
        reduced_threshold: pricing.reducedThreshold,
        reduced_fee: pricing.reducedFee,
        free_threshold: pricing.freeThreshold,
      },
      tax_percent: pricing.taxPercent,
      delivery: deliveryView(stored.delivery),
      payment_window_minutes: stored.orders?.paymentWindowMinutes ?? this.config.orderPaymentWindow / 60_000,
      unpaid_limits: { orders: unpaid.orders, per_item: unpaid.perItem, pieces: unpaid.pieces },
      cod: { is_on: cod.isOn, max_total: cod.maxTotal, window_minutes: cod.windowMinutes },
      vietqr: {
        is_on: vietqr.isOn,
        bank_bin: vietqr.bankBin,
        account_number: vietqr.accountNumber,
        account_name: vietqr.accountName,
      },
      search_learning: isLearningOn(stored.search),
      cart_reminders: areRemindersOn(stored.carts),
      payment: { publishable_key: publishableKey, script_url: scriptUrl },
    };
  }

  /**
   * Changes the given settings and leaves the rest.
   * @returns all settings after the change
   * @throws ShopError 400 unless free shipping starts above the threshold of the reduced fee; for a longest delivery that is
   *   shorter than the shortest; for bank transfers that are switched on without an account; naming `current_password` for
   *   another account without the administrator's own; 409, also for a list of the delivery that is not as its editor saw it; 429
   */
  async update(actor: Actor, { current_password, delivery, ...update }: SettingsUpdate): Promise<Settings> {
    const { vietqr } = update;
    const changesAccount = ({ vietqr: before }: Settings) => changesTransferAccount(before, { ...before, ...vietqr });
    const checked =
      vietqr && changesAccount(await this.read())
        ? await this.accountGuard().check(actor, current_password)
        : undefined;
    return inTransaction(this.db, async (tx) => {
      await lockSettings(tx);
      const before = await this.read(tx);
      for (const [key, value] of Object.entries(changedSettings(before, update))) await mergeSetting(tx, key, value);
      if (changesAccount(before)) await this.accountGuard().confirm(tx, actor, checked);
      if (delivery) await changeDelivery(tx, before.delivery, delivery);
      const after = await this.read(tx);
      if (after.shipping.free_threshold <= after.shipping.reduced_threshold) throw thresholdsCross();
      if (after.delivery.max_days < after.delivery.min_days) throw longestIsShorter();
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'settings',
        name: 'Cài đặt cửa hàng',
        before: audited(before),
        after: audited(after),
      });
      return after;
    });
  }
}

/**
 * Returns what an update stores of each part; `mergeSetting` leaves what is undefined as it is.
 * @throws ShopError 400 for bank transfers that are switched on without an account
 */
function changedSettings(
  before: Settings,
  {
    shipping,
    tax_percent,
    payment_window_minutes,
    unpaid_limits,
    cod,
    vietqr,
    search_learning,
    cart_reminders,
    ...shop
  }: Omit<SettingsUpdate, 'current_password' | 'delivery'>,
) {
  const pricing: { [Rule in keyof PricingRules]: number | undefined } = {
    standardFee: shipping?.standard_fee,
    reducedThreshold: shipping?.reduced_threshold,
    reducedFee: shipping?.reduced_fee,
    freeThreshold: shipping?.free_threshold,
    taxPercent: tax_percent,
  };
  const { orders: most, per_item: perItem, pieces } = { ...before.unpaid_limits, ...unpaid_limits };
  const orders: OrderRules & UnpaidRules = {
    paymentWindowMinutes: payment_window_minutes,
    ...(unpaid_limits && { unpaidLimits: { orders: most, perItem, pieces } }),
  };
  const payments: Partial<PaymentRules> = {
    ...(cod && { cod: codRules({ ...before.cod, ...cod }) }),
    ...(vietqr && { vietqr: vietqrRules({ ...before.vietqr, ...vietqr }) }),
  };
  const search: SearchRules = { learning: search_learning };
  const carts: CartRules = { reminders: cart_reminders };
  return { shop, pricing, orders, payments, search, carts };
}

/** The audit log tells each change itself. */
const audited = ({ delivery: { earlier: _, ...delivery }, ...settings }: Settings) => ({ ...settings, delivery });

const codRules = ({ is_on, max_total, window_minutes }: Settings['cod']): PaymentRules['cod'] => ({
  isOn: is_on,
  maxTotal: max_total,
  windowMinutes: window_minutes,
});

/** @throws ShopError 400 for an account that is not complete, when it is switched on */
function vietqrRules(vietqr: Settings['vietqr']): PaymentRules['vietqr'] {
  const missing = (['bank_bin', 'account_number', 'account_name'] as const).filter((field) => vietqr[field] === '');
  if (vietqr.is_on && missing.length > 0) {
    const sentences = ['Cần có để nhận chuyển khoản'];
    throw ShopError.fields(Object.fromEntries(missing.map((field) => [`vietqr.${field}`, sentences])));
  }
  const { is_on: isOn, bank_bin: bankBin, account_number: accountNumber, account_name: accountName } = vietqr;
  return { isOn, bankBin, accountNumber, accountName };
}

const thresholdsCross = () =>
  ShopError.fields({ 'shipping.free_threshold': ['Ngưỡng miễn phí giao hàng phải cao hơn ngưỡng tính phí'] });

const longestIsShorter = () =>
  ShopError.fields({ 'delivery.max_days': ['Số ngày tối đa không được nhỏ hơn số ngày tối thiểu'] });
