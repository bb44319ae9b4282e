import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Logs once when the collector refuses spans, and once when it accepts them again. Refused spans are dropped. */
export class QuietExporter implements SpanExporter {
  private isFailing = false;

  /** @param log gets the sentences */
  constructor(
    private readonly exporter: SpanExporter,
    private readonly collector: string,
    private readonly log: (sentence: string) => void,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.note(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note({ code, error }: ExportResult): void {
    const isFailed = code === ExportResultCode.FAILED;
    if (isFailed === this.isFailing) return;
    this.isFailing = isFailed;
    this.log(
      isFailed
        ? `Traces are lost: ${this.collector} does not take them (${reasonOf(error)}). The shop works without.`
        : `${this.collector} takes traces again.`,
    );
  }
}

/** A connection that fails under several addresses has an error without a message. */
const reasonOf = (error: (Error & { code?: string | number }) | undefined) =>
  error?.message || String(error?.code ?? 'no reason given');
