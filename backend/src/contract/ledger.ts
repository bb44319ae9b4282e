import { z } from 'zod';
import { Timestamp } from './common.js';

/** The result of the worker's last ledger check. */
export const LedgerCheck = z
  .object({
    /** Null before the first check. */
    checked_at: Timestamp.nullable(),
    /** Whether the worker, which checks every minute, has let several of them pass. */
    is_overdue: z.boolean(),
    /** Whether the books are being read right now: as a whole that may take minutes. */
    is_running: z.boolean(),
    /** The rules that are broken, each with some of the rows that break it; none when the books are sound. */
    breaches: z.array(z.object({ rule: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
  })
  .meta({ id: 'LedgerCheck' });
export type LedgerCheck = z.infer<typeof LedgerCheck>;
