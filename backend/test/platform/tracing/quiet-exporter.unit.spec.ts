import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { QuietExporter } from '../../../src/platform/tracing/quiet-exporter.js';

test('a collector that stays away is reported once, and once when it is back', () => {
  const lines: string[] = [];
  const failed = { code: ExportResultCode.FAILED, error: new Error('connect ECONNREFUSED') };
  const taken = { code: ExportResultCode.SUCCESS };
  const results: ExportResult[] = [taken, failed, failed, failed, taken, taken, failed];
  const passedOn: ExportResult[] = [];
  const inner = {
    export: (_spans: unknown, done: (result: ExportResult) => void) => done(results[passedOn.length]!),
    shutdown: () => Promise.resolve(),
  };
  const exporter = new QuietExporter(inner, 'collector:4318', (line) => lines.push(line));
  for (const _ of results) exporter.export([], (result) => passedOn.push(result));
  expect(passedOn).toEqual(results);
  expect(lines).toEqual([
    'Traces are lost: collector:4318 does not take them (connect ECONNREFUSED). The shop works without.',
    'collector:4318 takes traces again.',
    'Traces are lost: collector:4318 does not take them (connect ECONNREFUSED). The shop works without.',
  ]);
});
