import type { MigrationInterface, QueryRunner } from 'typeorm';

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');

const CARRIERS = ['ghn', 'ghtk', 'viettel_post', 'vnpost', 'jt', 'spx', 'ninja_van', 'other'];

/** Each with its table and its definition. */
const INDEXES = {
  orders_in_transit: ['orders', '(id) WHERE sent_at IS NOT NULL AND delivered_at IS NULL'],
  wallet_transactions_of_account: ['wallet_transactions', '(account_id, created_at DESC, id DESC)'],
} as const;

/**
 * `sent_at` stays when a closed account's parcel is forgotten: it says that the goods are out. Existing orders keep to the check
 * before, which was stricter, so no scan is needed.
 */
const PARCELS = `
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_parcel_check;
  ALTER TABLE orders ADD CONSTRAINT orders_parcel_check CHECK (
    num_nonnulls(carrier, tracking_code) IN (0, 2) AND (carrier IS NULL OR sent_at IS NOT NULL)
    AND carrier IN (${list(CARRIERS)}) AND length(tracking_code) BETWEEN 4 AND 40) NOT VALID`;

/** Goods on their way are in no order that was cancelled: that returned them to stock. */
const SENT = `
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_sent_check;
  ALTER TABLE orders ADD CONSTRAINT orders_sent_check CHECK (cancelled_at IS NULL OR sent_at IS NULL) NOT VALID`;

/**
 * An order keeps its address and its parcel while its goods are on their way, also when the money is back, and until it is paid: its
 * cash is collected there. The condition is the trigger's, so that a payment of undelivered goods calls no function.
 */
const FORGET_BUYER = `
  CREATE OR REPLACE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL) THEN
        NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';
        NEW.gift_note := '';
        NEW.carrier := NULL; NEW.tracking_code := NULL;
      END IF;
      RETURN NEW;
    END
  $function$;
  DROP TRIGGER forget_buyer ON orders;
  CREATE TRIGGER forget_buyer BEFORE UPDATE OF paid_at, delivered_at, cancelled_at, refunded_at, sent_at ON orders
    FOR EACH ROW WHEN (new.cancelled_at IS NOT NULL OR (new.paid_at IS NOT NULL AND new.delivered_at IS NOT NULL)
      OR (new.refunded_at IS NOT NULL AND new.sent_at IS NULL))
    EXECUTE FUNCTION forget_buyer()`;

/** Earlier processes returned the goods of these orders to stock, so they are not on their way. A batch of them. */
const RETURNED = `
  UPDATE orders SET carrier = NULL, tracking_code = NULL, sent_at = NULL
  WHERE id IN (
    SELECT id FROM orders
    WHERE sent_at IS NOT NULL AND delivered_at IS NULL AND (refunded_at IS NOT NULL OR cancelled_at IS NOT NULL)
    LIMIT 1000)
  RETURNING id`;

/**
 * Knows of goods that are on their way, whatever becomes of their order's money, and lists the lines of a wallet by the time at which
 * their money moved. A process of the release before still returns the goods of a sent order to stock when it is refunded, and fails to
 * cancel one. Runs in steps, because it builds indexes of large tables.
 */
export class GoodsOnTheirWay1800000000031 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, [table, definition]] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${definition}`);
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS wallet_transactions_account_id_id_idx');
    for (const step of [PARCELS, SENT, FORGET_BUYER]) await runner.query(step);
    let changed: number;
    do [, changed] = (await runner.query(RETURNED)) as [unknown[], number];
    while (changed > 0);
    await runner.query('ALTER TABLE orders VALIDATE CONSTRAINT orders_sent_check');
  }

  down(): Promise<void> {
    throw new Error('Records of orders cannot be migrated back. Drop the database instead.');
  }
}
