import type { ModuleSchema } from './module-schema.js';

export const LEDGER_AUDIT: ModuleSchema = {
  tables: `
  -- The result of the last ledger check.
  CREATE TABLE ledger_checks (
    singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
    breaches jsonb NOT NULL,
    checked_at timestamptz NOT NULL DEFAULT now(),
    -- How far the books are proved, and when the last full check ended; null before the first.
    checkpoint jsonb,
    full_check_at timestamptz
  );
  `,
};
