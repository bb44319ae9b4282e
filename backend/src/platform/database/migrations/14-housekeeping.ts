import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  -- What housekeeping knows of each table that it cleans.
  CREATE TABLE housekeeping_tasks (
    table_name text PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now(),
    -- The last night whose run is complete.
    night date NOT NULL,
    -- The night of the last attempt; a run that was killed continues it.
    attempted_night date,
    began_at timestamptz,
    ended_at timestamptz,
    succeeded_at timestamptz,
    seconds double precision NOT NULL DEFAULT 0,
    last_deleted bigint NOT NULL DEFAULT 0,
    deleted bigint NOT NULL DEFAULT 0,
    failure text
  );
  -- The last attempt of a worker to check the ledger.
  CREATE TABLE ledger_check_attempts (
    singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
    began_at timestamptz NOT NULL DEFAULT now(),
    -- Null while it runs, and after one that was killed.
    ended_at timestamptz,
    -- Why it reads everything; null for new rows alone.
    reason text CHECK (reason IN ('first', 'night', 'violation', 'many_new_rows')),
    rules_done integer NOT NULL DEFAULT 0,
    failure text
  );
`;

/** Young events are final as before, for everybody; old ones may be deleted, and only by this function. */
const WEBHOOK_EVENTS = `
  DROP TRIGGER records_are_final ON webhook_events;
  CREATE TRIGGER records_are_final BEFORE UPDATE OR TRUNCATE ON webhook_events
    FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
  CREATE TRIGGER young_records_are_final BEFORE DELETE ON webhook_events
    FOR EACH ROW WHEN (old.created_at > now() - interval '60 days') EXECUTE FUNCTION records_are_final();
  -- Deletes up to \`most\` events that came before a moment and are older than 60 days, in a range of blocks. Runs as the owner of the table.
  CREATE FUNCTION delete_webhook_events(before timestamptz, first_block bigint, end_block bigint, most integer)
  RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE deleted integer;
    BEGIN
      DELETE FROM public.webhook_events WHERE ctid = ANY (ARRAY(
        SELECT e.ctid FROM public.webhook_events e
        WHERE e.ctid >= format('(%s,0)', first_block)::tid AND e.ctid < format('(%s,0)', end_block)::tid
          AND e.created_at < least(before, now() - interval '60 days')
        LIMIT most FOR UPDATE SKIP LOCKED));
      GET DIAGNOSTICS deleted = ROW_COUNT;
      RETURN deleted;
    END
  $$;
`;

/** The tables that grow with every order and lose no row. */
const GROWING = ['orders', 'order_items', 'order_events', 'transfers', 'wallet_transactions', 'stock_movements'];

/**
 * By default PostgreSQL vacuums a table again after a fifth of it is new: of ten million orders' rows that is one long run in
 * millions of rows. A fiftieth is a short one.
 */
const vacuum = (change: string) => GROWING.map((table) => `ALTER TABLE ${table} ${change};`).join('\n');

/** Adds the state of housekeeping and of the ledger's check. Processes of the release before know neither and run beside new ones. */
export class Housekeeping1800000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES + WEBHOOK_EVENTS);
    await runner.query(
      vacuum('SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)'),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(vacuum('RESET (autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)'));
    await runner.query(`
      DROP FUNCTION delete_webhook_events;
      DROP TRIGGER young_records_are_final ON webhook_events;
      DROP TRIGGER records_are_final ON webhook_events;
      CREATE TRIGGER records_are_final BEFORE DELETE OR UPDATE OR TRUNCATE ON webhook_events
        FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
      DROP TABLE ledger_check_attempts;
      DROP TABLE housekeeping_tasks`);
  }
}
