import { pino, type Logger } from 'pino';

const logger: Logger = pino({ name: 'web' });

/** Logs an error as a JSON line. @param requestId of the request that failed */
export function logError(error: unknown, requestId: string | undefined): void {
  const err = error instanceof Error ? error : new Error(String(error));
  logger.error({ err, requestId }, err.message);
}
