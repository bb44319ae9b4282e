import { added, sums, taken } from '../db/notes.js';

/** Lines of wallets by day, type, status and direction, counted or noted, to be added up. */
export const WALLET_DAYS = '(SELECT * FROM wallet_days UNION ALL SELECT * FROM uncounted_lines) AS wallet_days';

const FIGURES = ['lines', 'amount'];

/** Counts notes of wallets' lines. @returns `count`, how many */
export const COUNT_LINES = `
  WITH ${taken('uncounted_lines')},
  counted AS (
    INSERT INTO wallet_days (day, transaction_type, status, direction, lines, amount)
    SELECT day, transaction_type, status, direction, ${sums(FIGURES)} FROM noted GROUP BY 1, 2, 3, 4
    ON CONFLICT (day, transaction_type, status, direction) DO UPDATE SET ${added('wallet_days', FIGURES)})
  SELECT count(*)::integer AS count FROM noted`;
