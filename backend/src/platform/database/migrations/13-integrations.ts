import type { MigrationInterface, QueryRunner } from 'typeorm';

const API_KEYS = `
  -- Keys of integrations. They act in the name of the administrator who made them.
  CREATE TABLE api_keys (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    -- The first characters, by which its owner recognises it.
    prefix text NOT NULL,
    -- SHA-256. The key itself is random, so nobody finds it by trying.
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    -- Exact to a minute.
    last_used_at timestamptz
  );
  CREATE INDEX ON api_keys (user_id);
  -- No foreign key: a revoked key stays named.
  ALTER TABLE audit_entries ADD COLUMN api_key_id integer;
  ALTER TABLE audit_entries ADD COLUMN api_key_name text;
`;

const WEBHOOKS = `
  CREATE TABLE webhook_endpoints (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    url text NOT NULL CHECK (length(url) <= 500),
    description text NOT NULL DEFAULT '',
    events text[] NOT NULL CHECK (cardinality(events) > 0),
    -- Encrypted for this URL: in another row it signs nothing.
    secret text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The first failure since the last success.
    failing_since timestamptz,
    -- When the shop switched it off.
    disabled_at timestamptz,
    CHECK (disabled_at IS NULL OR NOT is_active)
  );

  -- The outbox of webhooks. The order or product is read when the webhook is sent.
  CREATE TABLE webhook_deliveries (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- No foreign key: an order must neither wait for the owner's change of an endpoint nor fail by it.
    endpoint_id integer NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    subject_id integer NOT NULL,
    -- Of stock; null for a product without variants.
    variant_id integer,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    CHECK (state <> 'sent' OR sent_at IS NOT NULL),
    -- One webhook for each event and endpoint, however often it is announced.
    UNIQUE (endpoint_id, event_id)
  );
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending';
  CREATE INDEX webhook_deliveries_list ON webhook_deliveries (endpoint_id, id);

  CREATE TABLE webhook_attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    delivery_id integer NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    attempted_at timestamptz NOT NULL DEFAULT now(),
    -- Null without an answer.
    status integer,
    duration_ms integer NOT NULL,
    answer text NOT NULL,
    -- Null for a success.
    error text
  );
  CREATE INDEX ON webhook_attempts (delivery_id, id);
`;

/**
 * Announces goods whose stock falls to the owner's limit of a reorder (LOW_STOCK). A trigger sees every change: orders, the editor,
 * imports. Without an endpoint that wants it, it costs a look at a small table.
 */
const LOW_STOCK = `
  CREATE FUNCTION stock_low_announced() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE is_active AND 'stock.low' = ANY (events)) THEN
      RETURN NULL;
    END IF;
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id, variant_id)
    SELECT w.id, 'evt_stock_' || goods.movement, 'stock.low', goods.product_id, goods.variant_id
    FROM (
      SELECT moved.product_id, moved.variant_id, moved.movement, moved.change,
        coalesce(v.stock_quantity, p.count_in_stock) AS stock
      FROM (SELECT product_id, variant_id, max(id) AS movement, sum(change) AS change FROM new_rows
            GROUP BY product_id, variant_id) moved
      JOIN products p ON p.id = moved.product_id AND p.archived_at IS NULL
        AND p.has_variants = (moved.variant_id IS NOT NULL)
      LEFT JOIN variants v ON v.id = moved.variant_id
      WHERE moved.variant_id IS NULL OR v.id IS NOT NULL
    ) goods
    JOIN webhook_endpoints w ON w.is_active AND 'stock.low' = ANY (w.events)
    WHERE goods.stock <= 5 AND goods.stock - goods.change > 5;
    RETURN NULL;
  END $$;
  CREATE TRIGGER stock_low AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION stock_low_announced();
`;

const TEMPLATES = [
  ...['welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired'],
  ...['order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on'],
  ...['two_factor_off', 'stock_alert_confirm', 'back_in_stock'],
];

/** NOT VALID: existing rows hold, so the table is not read under the lock. */
const templates = (names: string[]) => `
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_template_check;
  ALTER TABLE mails ADD CONSTRAINT mails_template_check
    CHECK (template IN (${names.map((name) => `'${name}'`).join(', ')})) NOT VALID;`;

/** Adds keys of integrations, and webhooks that the shop sends. Processes of the release before know neither, and run beside it. */
export class Integrations1800000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(API_KEYS + WEBHOOKS + LOW_STOCK + templates([...TEMPLATES, 'webhook_disabled']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER stock_low ON stock_movements;
      DROP FUNCTION stock_low_announced;
      DELETE FROM mails WHERE template = 'webhook_disabled';
      ${templates(TEMPLATES)}
      DROP TABLE webhook_attempts;
      DROP TABLE webhook_deliveries;
      DROP TABLE webhook_endpoints;
      ALTER TABLE audit_entries DROP COLUMN api_key_id, DROP COLUMN api_key_name;
      DROP TABLE api_keys`);
  }
}
