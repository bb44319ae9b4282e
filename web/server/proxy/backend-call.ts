import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { errors, type Dispatcher, type Pool } from 'undici';
import { watchBodyRate } from '../../../backend/src/platform/http/body-rate';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import type { Entrant, Lane } from '../limits/lane';
import type { Limits } from '../limits/limits';
import { headersForBackend, headersForVisitor } from './proxied-headers';
import { refuse } from '../refuse';
import { hasBody } from './request-body';

/** What all calls share. */
export interface Backend {
  pool: Pool;
  trusts: Trusts;
  limits: Limits;
  /** Bytes that wait in this server: of bodies for the backend, of answers for their readers. */
  waiting: { bodies: number; answers: number };
}

/**
 * One request that is passed on to the backend, and its answer to the visitor: it waits for its turn in a lane, and leaves
 * that when the backend is done with it. Some of the answer is taken ahead of a slow reader.
 */
export class BackendCall implements Entrant, Dispatcher.DispatchHandlers {
  /** Ends the call to the backend; undefined until that is on a connection. */
  private abort: (() => void) | undefined;
  /** Takes more of the answer; undefined unless the reader is behind. */
  private resume: (() => void) | undefined;
  private takeMore: () => void = () => {};
  /** Bytes of the answer still to come; NaN when its length is not known. */
  private left = NaN;
  /** Bytes of the answer that its reader has not taken. */
  private ahead = 0;

  /**
   * @param lane that this is going to enter
   * @param body taken whole; undefined when there is none, or it is passed on as it comes
   */
  constructor(
    private readonly backend: Backend,
    private readonly lane: Lane,
    readonly customer: string,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly body?: Buffer,
  ) {
    response.once('close', () => this.close());
  }

  run(): void {
    const { request, body } = this;
    const { pool, trusts } = this.backend;
    const options = {
      method: request.method as Dispatcher.HttpMethod,
      path: request.url!,
      headers: headersForBackend(request, body, trusts),
      body: body ?? (hasBody(request) ? this.passBody() : undefined),
      reset: false, // keeps the connection after HEAD too
    };
    pool.dispatch(options, this);
  }

  refuse(): void {
    refuse(this.response, 503);
  }

  onConnect(abort: () => void): void {
    if (this.response.destroyed) abort();
    else this.abort = abort;
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200) return true;
    const { request, response } = this;
    const headers = headersForVisitor(raw, request);
    const length = headers.indexOf('content-length');
    if (length >= 0) this.left = Number(headers[length + 1]);
    this.takeMore = resume;
    response.writeHead(status, statusText, headers);
    return true;
  }

  /** @returns false when no more of the answer shall come for now */
  onData(chunk: Buffer): boolean {
    const { response } = this;
    this.left -= chunk.length;
    // The last piece in one go with the end; a small answer with its head, too.
    if (this.left === 0) response.end(chunk);
    else if (!response.write(chunk)) return this.goAhead();
    return true;
  }

  onComplete(): void {
    this.lane.leave(this);
    if (!this.response.writableEnded) this.response.end();
  }

  onError(error: Error): void {
    this.lane.leave(this);
    if (this.response.writableEnded || this.response.destroyed) return;
    // What node:http takes from a caller and undici would not send: characters that no header or path may hold.
    refuse(this.response, error instanceof errors.InvalidArgumentError ? 400 : 503);
  }

  /** The visitor has the answer, or left. */
  private close(): void {
    this.lane.leave(this);
    this.setAhead(0);
    this.abort?.(); // does nothing when the answer is complete
  }

  /** The reader is behind: takes more of the answer as long as there is memory for it. */
  private goAhead(): boolean {
    const { response, backend } = this;
    if (this.ahead === 0) response.once('drain', () => this.caughtUp());
    this.setAhead(response.writableLength);
    if (this.ahead <= backend.limits.answer && backend.waiting.answers <= backend.limits.answers) return true;
    this.resume = this.takeMore;
    return false;
  }

  private caughtUp(): void {
    this.setAhead(0);
    const { resume } = this;
    this.resume = undefined;
    resume?.();
  }

  private setAhead(bytes: number): void {
    this.backend.waiting.answers += bytes - this.ahead;
    this.ahead = bytes;
  }

  /** The request's body as it comes, watched for its pace. */
  private passBody(): PassThrough {
    const { request, response } = this;
    const body = new PassThrough();
    let received = 0;
    const stop = watchBodyRate(
      this.backend.limits,
      () => received,
      () => {
        if (response.writableEnded) return void request.destroy();
        refuse(response, 408);
        this.abort?.();
      },
    );
    request.on('data', (chunk: Buffer) => (received += chunk.length)).on('close', stop);
    request.pipe(body);
    // Answered before it has come whole: the rest is thrown away, so that its sender gets to read why.
    body.once('close', () => request.unpipe(body).resume());
    return body;
  }
}
