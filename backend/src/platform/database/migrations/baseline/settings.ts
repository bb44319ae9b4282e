import type { ModuleSchema } from './module-schema.js';

export const SETTINGS: ModuleSchema = {
  tables: `
  CREATE TABLE settings (
    key text PRIMARY KEY,
    value jsonb NOT NULL
  );
  `,
};
