/** Adds what release 0.1 lacks, and gives its tables, columns, values and functions their current names. */
export const RENAMES = `
  ALTER TABLE orders ADD IF NOT EXISTS network text;
  CREATE INDEX IF NOT EXISTS orders_unpaid_of_network ON orders (network) WHERE network IS NOT NULL;

  ALTER TABLE card_returns RENAME TO chargebacks;
  ALTER TABLE wallet_days RENAME TO daily_wallet_stats;
  ALTER TABLE uncounted_lines RENAME TO wallet_rollup_queue;
  ALTER TABLE uncounted_events RENAME TO order_rollup_queue;
  ALTER TABLE shop_days RENAME TO daily_shop_stats;
  ALTER TABLE product_days RENAME TO daily_product_stats;
  ALTER TABLE card_events_read RENAME TO webhook_backfill;
  ALTER TABLE search_entries RENAME TO search_documents;
  ALTER TABLE search_pictures RENAME TO search_images;
  ALTER TABLE picture_sources RENAME TO media_sources;
  ALTER TABLE imports RENAME TO import_runs;
  ALTER TABLE import_lines RENAME TO import_messages;
  ALTER TABLE sandbox.answers RENAME TO responses;

  ALTER TABLE transfers RENAME card_return_id TO chargeback_id;
  ALTER TABLE ledger_checks RENAME only_one TO singleton;
  ALTER TABLE ledger_checks RENAME proof TO checkpoint;
  ALTER TABLE ledger_checks RENAME read_whole_at TO full_check_at;
  ALTER TABLE webhook_backfill RENAME only_one TO singleton;
  ALTER TABLE webhook_backfill RENAME booked_to TO backfilled_to;
  ALTER TABLE search_engines RENAME last_wanted_at TO last_requested_at;
  ALTER TABLE search_documents RENAME changed TO changed_xid;
  ALTER TABLE media_sources RENAME address TO url;
  ALTER TABLE audit_entries RENAME address TO ip_address;
  ALTER TABLE import_runs RENAME address TO ip_address;
  ALTER TABLE users RENAME searched TO search_text;
  ALTER TABLE orders RENAME searched TO search_text;
  ALTER TABLE coupon_uses RENAME place TO slot;
  ALTER TABLE coupon_uses RENAME place_of_user TO user_slot;
  ALTER TABLE chat_rooms RENAME messages TO message_count;
  ALTER TABLE sandbox.disputes RENAME nth TO sequence;
  ALTER TABLE sandbox.events RENAME nth TO sequence;
  ALTER TABLE sandbox.refunds RENAME nth TO sequence;

  ALTER FUNCTION current_orders() RENAME TO current_order_ids;
  ALTER FUNCTION owed_by(integer) RENAME TO debt_of;
  ALTER FUNCTION product_words(text, text, integer, integer) RENAME TO product_search_vector;
  ALTER FUNCTION shop_day(timestamptz) RENAME TO shop_date;
  ALTER FUNCTION order_event_noted() RENAME TO queue_order_rollup;
  ALTER FUNCTION wallet_line_noted() RENAME TO queue_wallet_rollup;
  ALTER TRIGGER noted ON order_events RENAME TO queue_rollup;
  ALTER TRIGGER noted ON wallet_transactions RENAME TO queue_rollup;

  ALTER TABLE chargebacks DROP CONSTRAINT card_returns_stage_check, DROP CONSTRAINT card_returns_check;
  UPDATE chargebacks SET stage = CASE stage WHEN 'waiting' THEN 'pending' WHEN 'held' THEN 'funds_withdrawn' WHEN 'gone' THEN 'lost'
    WHEN 'returned' THEN 'funds_reinstated' ELSE stage END;
  ALTER TABLE chargebacks
    ADD CHECK (stage IN ('pending', 'funds_withdrawn', 'lost', 'void', 'funds_reinstated')),
    ADD CHECK (stage <> 'funds_withdrawn' OR kind = 'dispute');

  -- Constraints, indexes and sequences have the old words in their names.
  DO $$
  DECLARE
    item record;
    words text[][] := ARRAY[
      ['card_return_id', 'chargeback_id'], ['card_returns', 'chargebacks'], ['transfers_return_once', 'transfers_chargeback_once'],
      ['wallet_days', 'daily_wallet_stats'], ['shop_days', 'daily_shop_stats'], ['product_days', 'daily_product_stats'],
      ['card_events_read', 'webhook_backfill'], ['search_entries_changed', 'search_documents_changed_xid'],
      ['search_entries', 'search_documents'], ['search_pictures', 'search_images'], ['picture_sources_address', 'media_sources_url'],
      ['picture_sources', 'media_sources'], ['import_lines', 'import_messages'], ['imports', 'import_runs'],
      ['only_one', 'singleton'], ['place_of_user', 'user_slot'], ['_place_', '_slot_'], ['rooms_messages', 'rooms_message_count'],
      ['answers', 'responses'], ['_nth_', '_sequence_']];
    pair text[];
    renamed text;
  BEGIN
    FOR item IN
      SELECT 'TABLE ' || conrelid::regclass || ' RENAME CONSTRAINT' AS alter, conname AS name FROM pg_constraint
      WHERE conrelid <> 0 AND connamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
      UNION ALL
      SELECT CASE c.relkind WHEN 'i' THEN 'INDEX ' ELSE 'SEQUENCE ' END || c.oid::regclass || ' RENAME TO', c.relname
      FROM pg_class c
      WHERE c.relkind IN ('i', 'S') AND c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)
    LOOP
      renamed := item.name;
      FOREACH pair SLICE 1 IN ARRAY words LOOP
        renamed := replace(renamed, pair[1], pair[2]);
      END LOOP;
      IF renamed <> item.name AND item.name NOT LIKE 'chat_messages%' THEN
        EXECUTE format('ALTER %s %I', item.alter || CASE WHEN item.alter LIKE 'TABLE%' THEN format(' %I TO', item.name) ELSE '' END, renamed);
      END IF;
    END LOOP;
  END $$;
`;

/** For functions that release 0.1 lacks. */
export const NEW_TRIGGERS = `
  DROP TRIGGER IF EXISTS forget_network ON orders;
  CREATE TRIGGER forget_network BEFORE UPDATE OF paid_at, cancelled_at ON orders
    FOR EACH ROW WHEN (new.paid_at IS NOT NULL OR new.cancelled_at IS NOT NULL) EXECUTE FUNCTION forget_network();
`;
