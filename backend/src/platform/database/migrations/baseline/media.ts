import type { ModuleSchema } from './module-schema.js';

export const MEDIA: ModuleSchema = {
  tables: `
  CREATE TABLE media (
    hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{32}$'),
    mime text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- Shown while the renditions are being made.
    color text NOT NULL DEFAULT '#e9e4da',
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'failed')),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON media (created_at) WHERE state = 'pending';
  `,
};
