/** The tables whose rows stay as they were written. */
export const APPEND_ONLY = [
  'transfers',
  'order_events',
  'stock_movements',
  'webhook_events',
  'audit_entries',
  'chat_messages',
];

/**
 * The role of the application, which cannot change append-only records. A role belongs to the whole server, so it serves
 * all of its databases, and two migrations may create it at once. Where the migrations' user may create no role, the
 * application works as the owner of its tables, and only the triggers guard them.
 */
export const APPLICATION_ROLE = `
  DO $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'may_app') THEN
      BEGIN
        CREATE ROLE may_app NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    IF NOT pg_has_role('may_app', 'MEMBER') THEN
      EXECUTE format('GRANT may_app TO %I', current_user);
    END IF;
    GRANT USAGE ON SCHEMA public, sandbox TO may_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, sandbox TO may_app;
    GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA public, sandbox TO may_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, sandbox GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO may_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public, sandbox GRANT USAGE, UPDATE ON SEQUENCES TO may_app;
    REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(', ')}, migrations FROM may_app;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'The role may_app could not be made: %', SQLERRM;
  END $$`;
