import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { Attributes as JobAttributes, Span as JobSpan } from 'bullmq';
import { contextOf, failWith, requestAttribute, traceparentOf } from './span-parts.js';

/** Where a job, or work that a request leaves for later, comes from. */
interface JobOrigin {
  trace: Context | undefined;
  requestId: string | undefined;
}

/** The attributes of a job that name nobody: not its data, options, result or the reason why it failed. */
const RECORDED = new Set([
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.name',
  'bullmq.job.attempts.made',
]);

const recordedOf = (attributes: JobAttributes): Attributes =>
  Object.fromEntries(Object.entries<Attributes[string]>(attributes).filter(([name]) => RECORDED.has(name)));

/** The spans of jobs. BullMQ's own add-on for OpenTelemetry would also record their options, results and failures. */
export class JobSpans {
  constructor(private readonly tracer: Tracer) {}

  /**
   * Begins the span of adding a job, or of working on it.
   * @param kind as BullMQ numbers it, which is how OpenTelemetry does
   * @returns undefined for BullMQ's background work, which is not traced
   */
  start<Origin extends JobOrigin>(name: string, kind: number, origin: Origin): JobSpan<Origin> | undefined {
    if (kind !== (SpanKind.PRODUCER as number) && kind !== (SpanKind.CONSUMER as number)) return undefined;
    const options = { kind: kind as SpanKind, attributes: requestAttribute(origin.requestId) };
    const span = this.tracer.startSpan(name, options, origin.trace ?? ROOT_CONTEXT);
    return {
      setSpanOnContext: (outer) => ({ ...outer, trace: trace.setSpan(outer.trace ?? ROOT_CONTEXT, span) }),
      setAttribute: (key, value) => void span.setAttributes(recordedOf({ [key]: value })),
      setAttributes: (attributes) => void span.setAttributes(recordedOf(attributes)),
      addEvent: (event) => noteEvent(span, event),
      recordException: (error) => failWith(span, error),
      end: () => span.end(),
    };
  }

  /** Runs work that a request left for later in a span of its own, which links to the request's: that ended long ago. */
  async followUp<T>(name: string, origin: JobOrigin, act: () => Promise<T>): Promise<T> {
    const former = origin.trace && trace.getSpanContext(origin.trace);
    const links = former ? [{ context: former }] : [];
    const span = this.tracer.startSpan(name, { links, attributes: requestAttribute(origin.requestId) });
    try {
      return await context.with(trace.setSpan(context.active(), span), act);
    } catch (error) {
      failWith(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  run<T>(within: Context, act: () => T): T {
    return context.with(within, act);
  }

  /** The root of all contexts: of work that belongs to no request. */
  readonly root = ROOT_CONTEXT;

  /** A context as a job stores it; undefined outside of a trace. */
  toMetadata(within: Context): string | undefined {
    const span = trace.getSpan(within);
    return span && traceparentOf(span);
  }

  readonly fromMetadata = contextOf;
}

function noteEvent(span: Span, event: string): void {
  if (event === 'job failed') failWith(span, undefined);
  else span.addEvent(event);
}
