import { context, SpanKind, trace, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { failWith } from './span-parts.js';

/** What undici reports of a request; so does `fetch`, which is undici too. */
interface UndiciMessage {
  request: { origin: string | URL; method: string };
  response?: { statusCode: number };
  error?: unknown;
}

/**
 * Gives each call of another service that a traced request or job makes a span with its method, host and status: Stripe, webhooks, a
 * bucket, an engine of AI search. The path is not recorded, because it may grant access, and nobody outside gets our `traceparent`.
 *
 * @returns undoes it
 */
export function traceOutgoing(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();

  function start(request: object, method: string, attributes: Attributes): boolean {
    const active = context.active();
    // The exporter's own calls are no part of what it exports.
    if (isTracingSuppressed(active) || !trace.getSpan(active)?.isRecording()) return false;
    const all = { 'http.request.method': method, ...attributes };
    spans.set(request, tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes: all }));
    return true;
  }

  function end(request: object, { status, error }: { status?: number; error?: unknown }): void {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (error) failWith(span, error);
    span.end();
  }

  const listeners: Record<string, (message: unknown) => void> = {
    'http.client.request.start'(message) {
      const { request } = message as { request: ClientRequest };
      if (!start(request, request.method, { 'server.address': request.host })) return;
      request.once('error', (error) => end(request, { error }));
      request.once('response', (response) => end(request, { status: response.statusCode }));
    },
    'undici:request:create'(message) {
      const { request } = message as UndiciMessage;
      start(request, request.method, { 'server.address': new URL(request.origin).hostname });
    },
    'undici:request:headers'(message) {
      const { request, response } = message as UndiciMessage;
      end(request, { status: response?.statusCode });
    },
    'undici:request:error'(message) {
      const { request, error } = message as UndiciMessage;
      end(request, { error });
    },
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
