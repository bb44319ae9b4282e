import type { Settings } from './environment/schema.js';

/** Returns the lowest level that a process logs: LOG_LEVEL, or what suits the mode. */
export function logLevelOf({ NODE_ENV = 'development', LOG_LEVEL }: Pick<Settings, 'NODE_ENV' | 'LOG_LEVEL'>): string {
  return LOG_LEVEL ?? { production: 'info', development: 'warn', test: 'silent' }[NODE_ENV];
}
