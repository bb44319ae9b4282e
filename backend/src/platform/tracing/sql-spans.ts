import { context, SpanKind, trace, type Span, type Tracer } from '@opentelemetry/api';
import pg, { type ClientBase } from 'pg';
import { failWith } from './span-parts.js';
import { summaryOf, withoutValues } from './sql-text.js';

type Query = (this: ClientBase, ...args: unknown[]) => unknown;
type Done = (error: unknown, result: unknown) => void;

/**
 * Gives each statement of a traced request or job a span. It replaces `query` of pg's client, which TypeORM, the pools and our own
 * connections share. A statement outside of a trace is only passed on: BullMQ asks PostgreSQL all the time.
 *
 * @returns undoes it
 */
export function traceQueries(tracer: Tracer): () => void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const original = client.query;
  client.query = function (...args) {
    const text = textOf(args[0]);
    if (text === undefined || !trace.getSpan(context.active())?.isRecording()) return original.apply(this, args);
    const { host, port } = this as unknown as { host: string; port: number };
    const span = tracer.startSpan(summaryOf(text), {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': withoutValues(text),
        'server.address': host,
        'server.port': port,
      },
    });
    return endedBy(span, args, (own) => original.apply(this, own));
  };
  return () => {
    client.query = original;
  };
}

/** The text of a statement; undefined for streams, which run a statement of their own. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

/** Ends the span with the callback, or else with the promise. */
function endedBy(span: Span, args: unknown[], run: (args: unknown[]) => unknown): unknown {
  const end: Done = (error, result) => {
    if (error) failWith(span, error);
    const { rowCount } = (result ?? {}) as { rowCount?: unknown };
    if (typeof rowCount === 'number') span.setAttribute('db.response.returned_rows', rowCount);
    span.end();
  };
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const within = context.active();
    const ended: Done = (error, result) => {
      end(error, result);
      context.with(within, () => (callback as Done)(error, result));
    };
    return run([...args.slice(0, -1), ended]);
  }
  const promise = run(args);
  if (promise instanceof Promise) {
    promise.then(
      (result) => end(undefined, result),
      (error: unknown) => end(error, undefined),
    );
  } else span.end();
  return promise;
}
