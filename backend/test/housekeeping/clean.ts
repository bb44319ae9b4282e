import { cleanUp } from '../../src/housekeeping/clean-up.js';
import { RETENTION_RULES } from '../../src/housekeeping/rules.js';
import type { RetentionRule } from '../../src/platform/retention/retention.js';
import { shop } from '../support/client.js';

/** Half past two at night on 16 January 2025, by the shop's clock. Long ago: the shop's own rows of today are young. */
export const NIGHT = new Date('2025-01-15T19:30:00.000Z');
export const DAYS = { logins: 30, mails: 180, importLines: 90, webhookEvents: 400 };
const SMALL = { rows: 2, blocks: 1, minPauseMs: 0 };

/** Cleans up as the worker does in a night. */
export const clean = (
  rules: readonly RetentionRule[] = RETENTION_RULES,
  options: Partial<Parameters<typeof cleanUp>[2]> = {},
) =>
  cleanUp(shop().db, rules, {
    ...{ now: NIGHT, hour: 2, days: DAYS, signal: new AbortController().signal, limits: SMALL },
    ...options,
  });

/** Makes all tables due again. */
export const forgetNights = () => shop().db.query('DELETE FROM housekeeping_tasks');

export const ruleOf = (table: string): RetentionRule => RETENTION_RULES.find((rule) => rule.table === table)!;
