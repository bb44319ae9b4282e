import type { Settings } from './environment/schema.js';

/** Where a process sends its traces, and which ones. */
export interface TraceSettings {
  /** The full address that takes OTLP over HTTP. */
  url: string;
  /** Sent with each batch, such as a collector's token. */
  headers: Record<string, string>;
  /** In place of the process's own name. */
  serviceName: string | undefined;
  sampler: NonNullable<Settings['OTEL_TRACES_SAMPLER']>;
  /** The share of traces that a sampler by ratio takes, 0 to 1. */
  ratio: number;
}

/** The tracing of a process; undefined where no collector is named, and then nothing of OpenTelemetry is loaded. */
export function traceSettings(env: Settings): TraceSettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  // The one for traces is complete; to the general one each signal adds its own path.
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined) return undefined;
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
