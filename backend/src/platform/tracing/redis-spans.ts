import { context, SpanKind, trace, type Span, type Tracer } from '@opentelemetry/api';
import { tracingChannel } from 'node:diagnostics_channel';
import { failWith } from './span-parts.js';

/** What ioredis reports of a command, or of a transaction of several. Its arguments are keys and values, and are not recorded. */
interface RedisCall {
  command?: string;
  batchSize?: number;
  serverAddress?: string;
  serverPort?: number;
  error?: unknown;
}

/**
 * Gives each command that a traced request or job sends to Redis a span, by the channels on which ioredis announces them. They cost
 * ioredis nothing without a listener.
 *
 * @returns undoes it
 */
export function traceRedis(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const end = (call: object) => {
    spans.get(call)?.end();
    spans.delete(call);
  };
  const listener = {
    start(message: unknown) {
      const call = message as RedisCall;
      if (!trace.getSpan(context.active())?.isRecording()) return;
      const name = call.command?.toUpperCase() ?? 'MULTI';
      const attributes = {
        'db.system.name': 'redis',
        'db.operation.name': name,
        'db.operation.batch.size': call.batchSize,
        'server.address': call.serverAddress,
        'server.port': call.serverPort,
      };
      spans.set(call, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (call: unknown) => end(call as object),
    error(message: unknown) {
      const call = message as RedisCall;
      const span = spans.get(call);
      if (span) failWith(span, call.error);
    },
  };
  const channels = ['command', 'batch'].map((name) => tracingChannel(`ioredis:${name}`));
  for (const channel of channels) channel.subscribe(listener);
  return () => {
    for (const channel of channels) channel.unsubscribe(listener);
  };
}
