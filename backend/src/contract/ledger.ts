import { z } from 'zod';
import { Timestamp } from './common.js';

/** The result of the worker's last ledger check. */
export const LedgerCheck = z
  .object({
    /** Null before the first check. */
    checked_at: Timestamp.nullable(),
    /** True when the worker, which checks every minute, has missed several checks. */
    is_overdue: z.boolean(),
    /** True while a check is running; a full check can take minutes. */
    is_running: z.boolean(),
    /** The violated invariants, each with some of the rows that violate it; empty when the books are consistent. */
    breaches: z.array(z.object({ rule: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
  })
  .meta({ id: 'LedgerCheck' });
export type LedgerCheck = z.infer<typeof LedgerCheck>;
