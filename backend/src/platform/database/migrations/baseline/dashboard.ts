import type { ModuleSchema } from './module-schema.js';

export const DASHBOARD: ModuleSchema = {
  tables: `
  CREATE TABLE daily_shop_stats (
    day date PRIMARY KEY,
    -- Orders placed on this day, by their status now.
    unpaid integer NOT NULL,
    paid integer NOT NULL,
    delivered integer NOT NULL,
    refund_requested integer NOT NULL,
    refunded integer NOT NULL,
    cancelled integer NOT NULL,
    -- Payments and refunds of this day, whenever the orders were placed.
    sales integer NOT NULL,
    sales_total bigint NOT NULL,
    refunds integer NOT NULL,
    refunds_total bigint NOT NULL
  );

  -- Pieces paid on this day less those refunded on it.
  CREATE TABLE daily_product_stats (
    day date NOT NULL,
    product_id integer NOT NULL,
    sold integer NOT NULL,
    total bigint NOT NULL,
    PRIMARY KEY (day, product_id)
  );

  -- Order events that the daily rollup has not counted yet.
  CREATE TABLE order_rollup_queue (
    event_id bigint NOT NULL
  );
  `,
};
