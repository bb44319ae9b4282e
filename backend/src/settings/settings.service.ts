import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor } from '../platform/http/access.js';
import { cardKeys } from '../platform/config/card-keys.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { Config } from '../platform/config/config.js';
import { DEFAULT_PRICING, DEFAULT_UNPAID_LIMITS, type PricingRules } from '../contract/rules.js';
import type { Settings, SettingsUpdate } from '../contract/settings.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { OrderRules } from './payment-window.js';
import type { SearchRules } from './search-learning.js';
import { Setting } from './setting.entity.js';
import { mergeSetting } from './settings.sql.js';
import { DEFAULT_SHOP, type Shop } from './shop.js';
import type { UnpaidRules } from './unpaid-limits.js';

interface StoredSettings {
  shop?: Partial<Shop>;
  pricing?: Partial<PricingRules>;
  orders?: OrderRules & UnpaidRules;
  search?: SearchRules;
}

/** The owner's settings: the rows `shop`, `pricing`, `orders` and `search` hold the differences from the defaults. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  async read(tx: EntityManager = this.db.manager): Promise<Settings> {
    const rows = await tx.findBy(Setting, { key: In(['shop', 'pricing', 'orders', 'search']) });
    const stored: StoredSettings = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const shop: Shop = { ...DEFAULT_SHOP, ...stored.shop };
    const pricing: PricingRules = { ...DEFAULT_PRICING, ...stored.pricing };
    const unpaid = { ...DEFAULT_UNPAID_LIMITS, ...stored.orders?.unpaidLimits };
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
      payment_window_minutes: stored.orders?.paymentWindowMinutes ?? this.config.orderPaymentWindow / 60_000,
      unpaid_limits: { orders: unpaid.orders, per_item: unpaid.perItem, pieces: unpaid.pieces },
      search_learning: stored.search?.learning ?? true,
      payment: { publishable_key: publishableKey, script_url: scriptUrl },
    };
  }

  /**
   * Changes the given settings and leaves the rest.
   * @returns all settings after the change
   * @throws ShopError 400 unless free shipping starts above the threshold of the reduced fee
   */
  update(
    by: Actor,
    { shipping, tax_percent, payment_window_minutes, unpaid_limits, search_learning, ...shop }: SettingsUpdate,
  ): Promise<Settings> {
    const pricing = {
      standardFee: shipping?.standard_fee,
      reducedThreshold: shipping?.reduced_threshold,
      reducedFee: shipping?.reduced_fee,
      freeThreshold: shipping?.free_threshold,
      taxPercent: tax_percent,
    };
    return inTransaction(this.db, async (tx) => {
      const before = await this.read(tx);
      const { orders: most, per_item: perItem, pieces } = { ...before.unpaid_limits, ...unpaid_limits };
      const orders: OrderRules & UnpaidRules = {
        paymentWindowMinutes: payment_window_minutes,
        ...(unpaid_limits && { unpaidLimits: { orders: most, perItem, pieces } }),
      };
      const search: SearchRules = { learning: search_learning };
      for (const [key, value] of Object.entries({ shop, pricing, orders, search })) {
        await mergeSetting(tx, key, value);
      }
      const after = await this.read(tx);
      if (after.shipping.free_threshold <= after.shipping.reduced_threshold) throw thresholdsCross();
      await recordAudit(tx, by, { action: 'update', subject: 'settings', name: 'Cài đặt cửa hàng', before, after });
      return after;
    });
  }
}

const thresholdsCross = () =>
  ShopError.fields({ 'shipping.free_threshold': ['Ngưỡng miễn phí vận chuyển phải cao hơn ngưỡng tính phí'] });
