import type { Context } from '@opentelemetry/api';
import type { ContextManager, Span, Telemetry } from 'bullmq';
import { currentRequestId, inJobOf } from '../http/current-request.js';
import { isRequestId } from '../http/request-id.js';
import { tracing } from '../tracing/tracing.js';

/** Where a job comes from: the request that added it, and that request's trace while tracing is on. */
interface Origin {
  requestId: string | undefined;
  trace: Context | undefined;
}

/** Where the current code comes from, as a job stores it for `followUp`: a request's id, and behind it the trace; undefined for neither. */
export const currentOrigin = (): string | undefined => toMetadata(currentContext()) || undefined;

/**
 * Runs work that a request left for later: its log lines carry the request's id, and its trace links to that of the request.
 * @param origin as `currentOrigin` gave it
 */
export function followUp<T>(name: string, origin: unknown, act: () => Promise<T>): Promise<T> {
  const from = fromMetadata(typeof origin === 'string' ? origin : '');
  const run = () => inJobOf(from.requestId, act);
  return tracing()?.jobs.followUp(name, from, run) ?? run();
}

const currentContext = (): Origin => ({ requestId: currentRequestId(), trace: tracing()?.capture() });

function toMetadata({ requestId = '', trace }: Origin): string {
  const traceparent = trace && tracing()?.jobs.toMetadata(trace);
  return traceparent === undefined ? requestId : `${requestId} ${traceparent}`;
}

function fromMetadata(metadata: string): Origin {
  const [id, traceparent] = metadata.split(' ', 2);
  return { requestId: isRequestId(id) ? id : undefined, trace: tracing()?.jobs.fromMetadata(traceparent) };
}

/** Runs `act` in the trace of an origin. */
function inTrace<T>({ trace }: Origin, act: () => T): T {
  const jobs = trace && tracing()?.jobs;
  return jobs ? jobs.run(trace, act) : act();
}

const contextManager: ContextManager<Origin> = {
  active: currentContext,
  root: () => ({ requestId: undefined, trace: tracing()?.jobs.root }),
  with: (origin, act) => {
    const { requestId } = origin;
    const run = () => (requestId === currentRequestId() ? act() : inJobOf(requestId, act)) as ReturnType<typeof act>;
    return inTrace(origin, run);
  },
  getMetadata: toMetadata,
  fromMetadata: (_active, metadata) => fromMetadata(metadata),
};

const UNTRACED: Span<Origin> = {
  setSpanOnContext: (context) => context,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};

/**
 * Carries the id of a request into the jobs that it adds, and back out where they run; with tracing its trace too. BullMQ stores
 * what its telemetry calls metadata with a job's options, and calls `with` around the work.
 */
export const requestTelemetry: Telemetry<Origin> = {
  contextManager,
  tracer: {
    startSpan: (name, { kind } = { kind: 0 }, parent = currentContext()) =>
      tracing()?.jobs.start(name, kind, parent) ?? UNTRACED,
  },
};
