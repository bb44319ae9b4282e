import { addToRow, sumColumns, takeFromQueue } from '../platform/database/rollup-queue.sql.js';

/** Statement lines by day, type, status and direction: the daily sums together with the rollup queue. */
export const DAILY_WALLET_STATS =
  '(SELECT * FROM daily_wallet_stats UNION ALL SELECT * FROM wallet_rollup_queue) AS daily_wallet_stats';

const FIGURES = ['lines', 'amount'];

/** Moves statement lines from the rollup queue to the daily sums. @returns `count`, the number moved */
export const COUNT_LINES = `
  WITH ${takeFromQueue('wallet_rollup_queue')},
  counted AS (
    INSERT INTO daily_wallet_stats (day, transaction_type, status, direction, lines, amount)
    SELECT day, transaction_type, status, direction, ${sumColumns(FIGURES)} FROM queued GROUP BY 1, 2, 3, 4
    ON CONFLICT (day, transaction_type, status, direction) DO UPDATE SET ${addToRow('daily_wallet_stats', FIGURES)})
  SELECT count(*)::integer AS count FROM queued`;
