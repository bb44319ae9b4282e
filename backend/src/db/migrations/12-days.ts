import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SHOP_TIME_ZONE } from '../../contract/rules.js';

/** 1 for a line that puts money into its wallet, -1 for one that takes it out; of a correction its transfer tells. */
const direction = (line: string) => `
  CASE ${line}.transaction_type WHEN 'PAYMENT' THEN -1 WHEN 'TRANSFER' THEN (
    SELECT CASE ${line}.account_id WHEN t.debit_account_id THEN -1 ELSE 1 END FROM transfers t WHERE t.id = ${line}.transfer_id)
  ELSE 1 END`;

/**
 * The shop's days, counted together, so that nobody adds up a year's orders to look at it; and what the back office's
 * lists of wallets are found by.
 *
 * A row of a day that every payment changed would make all payments wait for each other. They only leave a note of what
 * is not counted yet, which the worker counts and takes away; a sum is always what is counted and what is noted.
 */
export class Days1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT (moment AT TIME ZONE '${SHOP_TIME_ZONE}')::date $$;

      CREATE TABLE shop_days (
        day date PRIMARY KEY,
        -- Orders that were placed on it, by what they are now.
        unpaid integer NOT NULL,
        paid integer NOT NULL,
        delivered integer NOT NULL,
        refund_requested integer NOT NULL,
        refunded integer NOT NULL,
        cancelled integer NOT NULL,
        -- What came in on it and what was given back, whenever the orders were placed.
        sales integer NOT NULL,
        sales_total bigint NOT NULL,
        refunds integer NOT NULL,
        refunds_total bigint NOT NULL
      );
      -- Pieces that were paid on it less those that were refunded on it.
      CREATE TABLE product_days (
        day date NOT NULL,
        product_id integer NOT NULL,
        sold integer NOT NULL,
        total bigint NOT NULL,
        PRIMARY KEY (day, product_id)
      );
      -- Lines of the wallets' statements by the day that they stand under.
      CREATE TABLE wallet_days (
        day date NOT NULL,
        transaction_type text NOT NULL,
        status text NOT NULL,
        -- 1 into wallets, -1 out of them.
        direction integer NOT NULL,
        lines integer NOT NULL,
        amount bigint NOT NULL,
        PRIMARY KEY (day, transaction_type, status, direction)
      );

      CREATE TABLE uncounted_events (event_id bigint NOT NULL);
      CREATE TABLE uncounted_lines (LIKE wallet_days);

      CREATE FUNCTION order_event_noted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO uncounted_events VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER noted AFTER INSERT ON order_events FOR EACH ROW EXECUTE FUNCTION order_event_noted();

      CREATE FUNCTION wallet_line_noted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          INSERT INTO uncounted_lines VALUES
            (shop_day(OLD.created_at), OLD.transaction_type, OLD.status, ${direction('OLD')}, -1, -OLD.amount);
        END IF;
        INSERT INTO uncounted_lines VALUES
          (shop_day(NEW.created_at), NEW.transaction_type, NEW.status, ${direction('NEW')}, 1, NEW.amount);
        RETURN NULL;
      END $$;
      CREATE TRIGGER noted AFTER INSERT OR UPDATE OF status ON wallet_transactions
        FOR EACH ROW EXECUTE FUNCTION wallet_line_noted();

      INSERT INTO uncounted_events SELECT id FROM order_events;
      INSERT INTO wallet_days
        SELECT shop_day(line.created_at), transaction_type, status, ${direction('line')}, count(*), sum(amount)
        FROM wallet_transactions line GROUP BY 1, 2, 3, 4;

      -- The list of all lines, any page of it: it is read from here alone until its rows are known.
      CREATE INDEX wallet_transactions_newest ON wallet_transactions (created_at, id)
        INCLUDE (transaction_type, status, amount, account_id);
      CREATE INDEX refund_requests_pending ON refund_requests (id) WHERE is_approved IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX wallet_transactions_newest, refund_requests_pending;
      DROP TRIGGER noted ON order_events;
      DROP TRIGGER noted ON wallet_transactions;
      DROP FUNCTION order_event_noted, wallet_line_noted;
      DROP TABLE uncounted_events, uncounted_lines, shop_days, product_days, wallet_days;
      DROP FUNCTION shop_day;
    `);
  }
}
