import { finalRecords } from './platform.js';
import type { ModuleSchema } from './module-schema.js';

export const AUDIT: ModuleSchema = {
  tables: `
  CREATE TABLE audit_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- No foreign key: a deleted account stays named here.
    actor_id integer NOT NULL,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    -- Null for a subject without an id, such as the settings.
    subject_id integer,
    subject_name text NOT NULL,
    before jsonb,
    after jsonb
  );
  CREATE INDEX ON audit_entries (actor_id, id);
  CREATE INDEX ON audit_entries (created_at);
  CREATE INDEX ON audit_entries USING gin (fold_vi(subject_name || ' ' || actor_name) gin_trgm_ops);
  CREATE INDEX ON audit_entries (subject, subject_id, id);
  `,
  triggers: `
  ${finalRecords('audit_entries')}
  `,
};
