import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { cardKeys } from '../common/card-keys.js';
import { Config } from '../config.js';
import { DEFAULT_PRICING, type PricingRules } from '../contract/rules.js';
import type { Settings, SettingsUpdate } from '../contract/settings.js';
import { inTransaction } from '../db/transaction.js';
import { DEFAULT_SHOP, type Shop } from './shop.js';

/** The owner's settings: rows `shop` and `pricing` hold what differs from the defaults. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  async read(tx: EntityManager = this.db.manager): Promise<Settings> {
    const rows: { key: string; value: object }[] = await tx.query(
      `SELECT key, value FROM settings WHERE key IN ('shop', 'pricing')`,
    );
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const shop: Shop = { ...DEFAULT_SHOP, ...stored.shop };
    const pricing: PricingRules = { ...DEFAULT_PRICING, ...stored.pricing };
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
      payment: { publishable_key: publishableKey, script_url: scriptUrl },
    };
  }

  /** Changes what is named and leaves the rest. @returns all settings as they are now */
  update(by: Actor, { shipping, tax_percent, ...shop }: SettingsUpdate): Promise<Settings> {
    const pricing = {
      standardFee: shipping?.standard_fee,
      reducedThreshold: shipping?.reduced_threshold,
      reducedFee: shipping?.reduced_fee,
      freeThreshold: shipping?.free_threshold,
      taxPercent: tax_percent,
    };
    return inTransaction(this.db, async (tx) => {
      const before = await this.read(tx);
      for (const [key, value] of Object.entries({ shop, pricing })) {
        // JSON.stringify leaves out what is undefined, so it is not written over.
        await tx.query(
          `INSERT INTO settings (key, value) VALUES ($1, $2)
           ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value`,
          [key, JSON.stringify(value)],
        );
      }
      const after = await this.read(tx);
      await audit(tx, by, { action: 'update', subject: 'settings', name: 'Cài đặt cửa hàng', before, after });
      return after;
    });
  }
}
