import type { ModuleSchema } from './module-schema.js';

export const PAYBOX: ModuleSchema = {
  tables: `
  -- Statement lines of all wallets, per day of the shop's time zone.
  CREATE TABLE daily_wallet_stats (
    day date NOT NULL,
    transaction_type text NOT NULL,
    status text NOT NULL,
    -- 1 into wallets, -1 out of them.
    direction integer NOT NULL,
    lines integer NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (day, transaction_type, status, direction)
  );

  -- Changes that the daily rollup has not added yet.
  CREATE TABLE wallet_rollup_queue (
    day date NOT NULL,
    transaction_type text NOT NULL,
    status text NOT NULL,
    direction integer NOT NULL,
    lines integer NOT NULL,
    amount bigint NOT NULL
  );
  `,
};
