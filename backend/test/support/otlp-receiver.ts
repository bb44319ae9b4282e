import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type KeyValue = { key: string; value: Value };

/** A span on the wire, in the protocol's JSON. */
interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: KeyValue[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface WireBatch {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface ReceivedSpan extends Omit<WireSpan, 'attributes'> {
  service: unknown;
  attributes: Record<string, unknown>;
}

const valuesOf = (attributes: KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));

/** A collector that takes traces as OTLP over HTTP, in JSON, and keeps them. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The headers of each batch. */
  readonly headers: IncomingHttpHeaders[] = [];
  private readonly server = createServer((request, response) => {
    void (json(request) as Promise<WireBatch>).then((batch) => {
      this.headers.push(request.headers);
      for (const { resource, scopeSpans } of batch.resourceSpans) {
        const service = valuesOf(resource.attributes)['service.name'];
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          this.spans.push({ ...span, service, attributes: valuesOf(span.attributes) });
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  /** @returns what OTEL_EXPORTER_OTLP_ENDPOINT names */
  open(): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(0, '127.0.0.1', () => {
        resolve(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
      });
    });
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The span of a name, of a service where one is given. @throws Error with the names that came */
  find(name: string | RegExp, service?: string): ReceivedSpan {
    const isIt = (span: ReceivedSpan) => (typeof name === 'string' ? span.name === name : name.test(span.name));
    const match = this.spans.find((span) => isIt(span) && (!service || span.service === service));
    if (!match) throw new Error(`No span ${String(name)} among ${this.spans.map((span) => span.name).join(', ')}`);
    return match;
  }

  /** The spans from a span up to the first of its trace. */
  pathTo(span: ReceivedSpan): ReceivedSpan[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent ? [span, ...this.pathTo(parent)] : [span];
  }
}
