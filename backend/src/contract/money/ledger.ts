import { z } from 'zod';
import { Timestamp } from '../common.js';

export const LEDGER_CHECK_WAITS = ['nothing', 'check', 'full_check', 'failure', 'worker'] as const;

/** The result of the worker's last ledger check, and what the next one waits for. */
export const LedgerCheck = z
  .object({
    /** Null before the first check. */
    checked_at: Timestamp.nullable(),
    /** True when the worker, which checks every minute, has missed several checks. */
    is_overdue: z.boolean(),
    /** True while a check is running; a full check can take minutes. */
    is_running: z.boolean(),
    /**
     * What the next result waits for: nothing, the check that runs (of new rows or of everything), the end of what makes it fail,
     * or a worker, when none has tried for minutes.
     */
    waits_for: z.enum(LEDGER_CHECK_WAITS),
    /** When a worker last began a check; null before the first time. */
    attempted_at: Timestamp.nullable(),
    /** Why that check reads everything; null for new rows alone. */
    reason: z.enum(['first', 'night', 'violation', 'many_new_rows']).nullable(),
    /** How many invariants the full check has proved, and how many there are. */
    rules_done: z.int().min(0),
    rules: z.int().min(1),
    /** Why that check proved nothing; otherwise null. */
    failure: z.string().nullable(),
    /** The violated invariants, each with some of the rows that violate it; empty when the books are consistent. */
    breaches: z.array(z.object({ rule: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
  })
  .meta({ id: 'LedgerCheck' });
export type LedgerCheck = z.infer<typeof LedgerCheck>;
