import { ROOT_CONTEXT, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** The id that the request has in the logs. */
export const requestAttribute = (id: unknown): Attributes => (typeof id === 'string' ? { 'may.request.id': id } : {});

/** The context of a `traceparent`; the root's for none, and for an invalid one. */
export function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** Ends a span with the status of an answer, or with the error in its place. */
export function endWith(span: Span, { status, error }: { status?: number; error?: unknown }): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (error !== undefined) failWith(span, error);
  else if (status !== undefined && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Marks a span as failed by the kind of the error. Messages may quote what somebody has typed. */
export function failWith(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = [code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each)) ?? 'Error';
  span.setAttribute('error.type', type as string);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
