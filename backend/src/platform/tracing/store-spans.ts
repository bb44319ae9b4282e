import type { Tracer } from '@opentelemetry/api';
import { traceOutgoing } from './outgoing-spans.js';
import { traceRedis } from './redis-spans.js';
import { traceQueries } from './sql-spans.js';

/** Traces what a process asks other systems: PostgreSQL, Redis, services on the web. @returns undoes it */
export function traceStores(tracer: Tracer): () => void {
  const undo = [traceQueries(tracer), traceRedis(tracer), traceOutgoing(tracer)];
  return () => {
    for (const each of undo) each();
  };
}
