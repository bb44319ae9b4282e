import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { Attributes, Context, Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BUILD } from '../metrics/build-info.js';
import { waitAtMost } from '../promises/wait-at-most.js';
import { JobSpans } from './job-spans.js';
import { QuietExporter } from './quiet-exporter.js';
import { samplerOf } from './sampler.js';
import { contextOf, endWith, requestAttribute, traceparentOf } from './span-parts.js';
import type { TraceSettings } from '../config/trace-settings.js';

/** How long a batch is tried to be sent, several times if need be. */
const EXPORT_MS = 5_000;

/** What a process reports of a request that it answers. */
interface ServedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** The `traceparent` of whoever is trusted to send one; without it a trace begins here. */
  parent: string | undefined;
  /** The pattern of its route, asked when it has been answered: never a path. */
  route: () => string;
  requestId: () => unknown;
}

/** A part of answering a request. It ends with the first `end`. */
export interface Step {
  /** Goes with the calls that belong to it. */
  traceparent: string;
  /** @param status of the answer that it got @param error that it met instead */
  end(outcome?: { status?: number; error?: unknown }): void;
}

/**
 * The traces of a process: OpenTelemetry's SDK, and the spans of what the process answers. Attributes come from a short list and
 * name no person: no queries, addresses, names or messages.
 *
 * The backend is one bundle, so no hook sees its packages being loaded: the places that begin a span call this class.
 */
export class OpenTelemetry {
  readonly tracer: Tracer;
  readonly jobs: JobSpans;
  private readonly provider: TracerProvider;
  private undo: () => void = () => undefined;
  private readonly served = new WeakMap<IncomingMessage, Context>();

  constructor(settings: TraceSettings, service: string, log: (sentence: string) => void) {
    const { url, headers, serviceName = service } = settings;
    const exporter = new QuietExporter(
      new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS }),
      new URL(url).host,
      log,
    );
    this.provider = new TracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.name': serviceName,
          'service.version': `${BUILD.version} ${BUILD.commit}`,
          'service.instance.id': randomUUID(),
        }),
      ),
      sampler: samplerOf(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('may', BUILD.version);
    this.jobs = new JobSpans(this.tracer);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  }

  /** @param undo runs when tracing stops */
  onStop(undo: () => void): void {
    this.undo = undo;
  }

  /** Sends what waits. @param limitMs the maximum wait */
  async stop(limitMs: number): Promise<void> {
    const flushed = this.provider.shutdown().catch(() => undefined); // the log has said why
    await waitAtMost(limitMs, flushed);
    this.undo();
    context.disable();
  }

  /** Runs `act` within the span of a request, which ends with the response. */
  serve({ request, response, parent, route, requestId }: ServedRequest, act: () => void): void {
    const { method = 'GET' } = request;
    const attributes = { 'http.request.method': method };
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, contextOf(parent));
    const within = trace.setSpan(ROOT_CONTEXT, span);
    this.served.set(request, within);
    response.once('close', () => {
      if (span.isRecording()) {
        span.updateName(`${method} ${route()}`);
        span.setAttributes({ 'http.route': route(), ...requestAttribute(requestId()) });
        if (!response.writableFinished) span.setAttribute('error.type', 'client_disconnected');
      }
      endWith(span, { status: response.statusCode });
    });
    context.with(within, act);
  }

  /** Begins a part of answering a request; undefined for one that is not traced. */
  step(request: IncomingMessage, name: string, kind: 'client' | 'internal', attributes?: Attributes): Step | undefined {
    const within = this.served.get(request);
    if (!within) return undefined;
    const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes };
    const span = this.tracer.startSpan(name, options, within);
    return { traceparent: traceparentOf(span), end: (outcome = {}) => endWith(span, outcome) };
  }

  /** The `traceparent` of the span of a request; undefined for one that is not traced. */
  traceparent(request: IncomingMessage): string | undefined {
    const span = trace.getSpan(this.served.get(request) ?? ROOT_CONTEXT);
    return span && traceparentOf(span);
  }

  /** Where the current code belongs, to come back to with `withLinks`. */
  capture(): Context {
    return context.active();
  }

  /**
   * Runs the work that several requests share within a span of the first of them, to which the spans of the others are linked.
   * @param contexts as `capture` gave them
   */
  async withLinks<T>(contexts: Context[], act: () => Promise<T>): Promise<T> {
    const [first = ROOT_CONTEXT, ...others] = contexts.filter((each) => trace.getSpan(each)?.isRecording());
    if (others.length === 0) return context.with(first, act);
    const links = others.map((each) => ({ context: trace.getSpan(each)!.spanContext() }));
    const span = this.tracer.startSpan('batch', { links, attributes: { 'may.batch.size': contexts.length } }, first);
    for (const each of others) trace.getSpan(each)!.addLink({ context: span.spanContext() });
    return context.with(trace.setSpan(first, span), act).finally(() => span.end());
  }

  logFields(): { trace_id?: string; span_id?: string } {
    const span = trace.getActiveSpan()?.spanContext();
    return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
  }
}
