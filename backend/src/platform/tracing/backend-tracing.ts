import { Logger } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { startTracing } from './tracing.js';

const logger = new Logger('Tracing');

/**
 * Starts tracing in the backend or the worker, with what they ask other systems.
 * @param service the name of the process
 */
export async function traceProcess({ traces }: Pick<Config, 'traces'>, service: string): Promise<void> {
  const started = await startTracing(traces, service, (sentence) => logger.warn(sentence));
  if (!started) return;
  const { traceStores } = await import('./store-spans.js');
  started.onStop(traceStores(started.tracer));
}
