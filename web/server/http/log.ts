import { pino, type Logger } from 'pino';
import { logDestination } from '../../../backend/src/platform/log-destination';
import { fieldsOfTraceparent, traceFields } from '../../../backend/src/platform/tracing/tracing';

const logger: Logger = pino({ name: 'web' }, logDestination());

/** Bounds what this thread logs. @param level one of LOG_LEVEL */
export function setLogLevel(level: string): void {
  logger.level = level;
}

/**
 * Logs an error as a JSON line.
 * @param requestId of the request that failed
 * @param traceparent of that request, in a thread that does not know it otherwise
 */
export function logError(error: unknown, requestId: string | undefined, traceparent?: string): void {
  const err = error instanceof Error ? error : new Error(String(error));
  logger.error({ err, requestId, ...traceFields(), ...fieldsOfTraceparent(traceparent) }, err.message);
}

/** Logs what an operator should know. */
export const logWarning = (sentence: string): void => logger.warn(sentence);
