import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from 'undici';
import { fileHeaders } from '../http/file-headers';
import { refuse } from '../http/refuse';

/** What a readiness check answers about a backend that is lost, beside the error's sentence. */
const LOST = { status: 'unready', backend: 'down' };

/** The backend's answer to a readiness check. */
interface Readiness {
  status: number;
  type: string;
  body: string;
}

/**
 * Answers readiness checks. Those that come at once share one call to the backend and wait for no place in a lane: their answer is
 * the same for everybody, so nobody who asks often makes the backend look lost to others.
 */
export class ReadinessChecks {
  /** Undefined as a result: the backend is lost. */
  private current: Promise<Readiness | undefined> | undefined;

  /** @param timeoutMs a stopped backend still accepts connections; a load balancer must not wait for it as long as a visitor may */
  constructor(
    private readonly pool: Pool,
    private readonly timeoutMs: number,
  ) {}

  /** @param request a GET or HEAD without a body */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.current ??= this.check().finally(() => (this.current = undefined));
    const readiness = await this.current;
    if (response.destroyed) return;
    if (!readiness) return refuse(response, 503, LOST);
    for (const [name, value] of fileHeaders(request)) response.setHeader(name, value);
    const { status, type, body } = readiness;
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private async check(): Promise<Readiness | undefined> {
    try {
      const signal = AbortSignal.timeout(this.timeoutMs);
      const { statusCode, headers, body } = await this.pool.request({ method: 'GET', path: '/readyz', signal });
      const type = headers['content-type']?.toString() ?? 'application/json; charset=utf-8';
      return { status: statusCode, type, body: await body.text() };
    } catch {
      return undefined;
    }
  }
}
