import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const IMPORTS_LOCK = 770_014;
const PAUSE_MS = 500;
/** Well below the silence after which a connection counts as dead, see `openSocket`. */
const SIGN_OF_LIFE_MS = 10_000;

/**
 * Does a piece of work while no other import is under way, in whatever process. The turn belongs to a connection, so it ends
 * with its process; when the connection is lost, `signal` tells the work to stop.
 *
 * @param options.waiting is told once when another has the turn; without it nobody waits
 * @returns what the work gave; undefined when another has the turn and nobody waits
 */
export async function inImportTurn<T>(
  db: DataSource,
  work: (signal: AbortSignal) => Promise<T>,
  { waiting }: { waiting?: () => void } = {},
): Promise<T | undefined> {
  const runner = db.createQueryRunner();
  const lost = new AbortController();
  try {
    for (let tries = 0; ; tries++) {
      const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [IMPORTS_LOCK])) as {
        taken: boolean;
      }[];
      if (rows[0]?.taken) break;
      if (!waiting) return undefined;
      if (tries === 0) waiting();
      await pause(PAUSE_MS);
    }
    const alive = setInterval(() => {
      runner.query('SELECT 1').catch((error: Error) => lost.abort(error));
    }, SIGN_OF_LIFE_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(alive);
      await runner.query('SELECT pg_advisory_unlock($1)', [IMPORTS_LOCK]).catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}
