import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { readSettings } from '../../../src/platform/config/environment/read.js';
import { samplerOf } from '../../../src/platform/tracing/sampler.js';
import { contextOf } from '../../../src/platform/tracing/span-parts.js';
import { traceSettings } from '../../../src/platform/config/trace-settings.js';

const read = (env: Record<string, string>) => traceSettings(readSettings({ BACKEND_URL: 'http://b', ...env }, 'web'));
const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('without a collector nothing is traced, whatever else is set', () => {
  expect(read({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
});

test('the general address gets the path of traces, and the one for traces is taken as it is', () => {
  expect(read(BASE)?.url).toBe('http://collector:4318/v1/traces');
  const own = { ...BASE, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/otlp' };
  expect(read(own)?.url).toBe('https://traces.example.com/otlp');
});

test('headers for the collector are decoded, and wrong ones refused without showing them', () => {
  const headers = (text: string) => read({ ...BASE, OTEL_EXPORTER_OTLP_HEADERS: text })?.headers;
  expect(headers('authorization=Bearer%20abc, x-team=shop')).toEqual({ authorization: 'Bearer abc', 'x-team': 'shop' });
  for (const wrong of ['Bearer abc', 'a=%zz', '=b', 'a=1,,b=2'])
    expect(() => headers(wrong)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS is set to a hidden value but must be names/);
});

test.each(['-0.1', '1.1', '2', 'half', '1e-1'])('%s is no share of traces', (share) => {
  expect(() => read({ ...BASE, OTEL_TRACES_SAMPLER_ARG: share })).toThrow('a number from 0 to 1');
});

test.each(['0', '0.25', '.5', '1', '1.0'])('%s is a share of traces', (share) => {
  expect(read({ ...BASE, OTEL_TRACES_SAMPLER_ARG: share })?.ratio).toBe(Number(share));
});

test.each([
  ['always_on', 1, [true, true, true]],
  ['always_off', 1, [false, false, false]],
  ['traceidratio', 0, [false, false, false]],
  ['parentbased_always_on', 1, [true, true, false]],
  ['parentbased_always_off', 1, [false, true, false]],
  ['parentbased_traceidratio', 0, [false, true, false]],
  ['parentbased_traceidratio', 1, [true, true, false]],
] as const)('%s at %s takes new, sampled and unsampled traces: %s', (sampler, ratio, taken) => {
  const traceId = 'ab'.repeat(16);
  const parents = [undefined, `00-${traceId}-${'cd'.repeat(8)}-01`, `00-${traceId}-${'cd'.repeat(8)}-00`];
  const used = samplerOf({ sampler, ratio });
  const decisions = parents.map(
    (parent) =>
      used.shouldSample(parent ? contextOf(parent) : ROOT_CONTEXT, traceId, 'x', SpanKind.SERVER, {}, []).decision,
  );
  expect(decisions.map((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED)).toEqual(taken);
});
