import type { OpenTelemetry } from './open-telemetry.js';
import type { TraceSettings } from '../config/trace-settings.js';

/** Milliseconds that the last spans get to leave a process that stops. */
const FLUSH_MS = 3_000;

let running: OpenTelemetry | undefined;

/** What traces this process; undefined while tracing is off, so that a hot path pays for one comparison. */
export const tracing = (): OpenTelemetry | undefined => running;

/**
 * Starts tracing if a collector is configured; else nothing of OpenTelemetry is loaded.
 *
 * @param service the name of this process, unless OTEL_SERVICE_NAME gives another
 * @param log gets one sentence when the collector cannot be reached, and one when it can again
 */
export async function startTracing(
  settings: TraceSettings | undefined,
  service: string,
  log: (sentence: string) => void,
): Promise<OpenTelemetry | undefined> {
  if (!settings) return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  running = new OpenTelemetry(settings, service, log);
  return running;
}

/** Sends the spans that wait, within a limit: a collector that is gone must not keep a process. */
export async function stopTracing(): Promise<void> {
  const stopping = running;
  running = undefined;
  await stopping?.stop(FLUSH_MS);
}

/** The fields of a log line that lead to the trace of the current code; empty outside of one. */
export const traceFields = (): { trace_id?: string; span_id?: string } => running?.logFields() ?? {};

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;

/** The same fields from a `traceparent`, for a thread that traces nothing itself. */
export function fieldsOfTraceparent(traceparent: string | undefined): { trace_id?: string; span_id?: string } {
  const [, trace_id, span_id] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return trace_id ? { trace_id, span_id } : {};
}
