/** Codes of PostgreSQL and the network for an unreachable or busy database. */
const IS_DOWN = /^(08|53|57P0|57014|40P01|40001|55P03|25P03)|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE)$/;
/** Messages of pg, its pool and TypeORM, which set no code; the last one when a connection broke between statements. */
const IS_LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable|Query runner already released)/;

/** True for an error of an unreachable or busy database: what failed may be retried. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message, driverError } = (error ?? {}) as {
    code?: string;
    message?: string;
    driverError?: { code?: string };
  };
  return IS_DOWN.test(driverError?.code ?? code ?? '') || IS_LOST.test(message ?? '');
}
