import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Dispatcher } from 'undici';
import type { Entrant, Lane } from '../limits/lane';
import { priorityOf, type Priority } from '../limits/priority';
import { headersForBackend, headersForVisitor } from './proxied-headers';
import { refuse } from '../http/refuse';
import { hasBody, streamBody } from '../http/request-body';
import type { Step } from '../../../backend/src/platform/tracing/open-telemetry';
import { tracing } from '../../../backend/src/platform/tracing/tracing';
import type { Backend } from './backend-state.js';

/** Bytes of an answer that are read after the visitor has left: most answers are shorter. */
const MAX_DISCARDED = 64 * 1024;

/** What is sent to the backend in place of what the visitor sent. */
export interface Forwarded {
  /** The buffered body; undefined if there is none or it is streamed. */
  body?: Buffer;
  /** Another path. */
  path?: string;
}

/**
 * One proxied request with its response. It waits in a lane, and leaves it when the backend is done or waits for a slow client,
 * for whom part of the answer is buffered.
 */
export class BackendCall implements Entrant, Dispatcher.DispatchHandlers {
  /** Aborts the backend call; undefined until it has a connection. */
  private abort: (() => void) | undefined;
  /** Resumes the paused answer; undefined unless the client is behind. */
  private resume: (() => void) | undefined;
  private takeMore: () => void = () => {};
  /** The call's part of the trace of the request. */
  private step: Step | undefined;
  /** Remaining bytes of the answer; NaN when its length is unknown. */
  private left = NaN;
  /** Bytes of the answer that the client has not read. */
  private unread = 0;
  /** Whether the backend has begun to answer. */
  private isAnswered = false;
  /** Bytes of the answer to a visitor who has left. */
  private discarded = 0;

  /** @param lane the lane that the call enters */
  constructor(
    private readonly backend: Backend,
    private lane: Lane,
    readonly caller: string,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly forwarded: Forwarded,
  ) {
    response.once('close', () => this.close());
  }

  get priority(): Priority {
    return priorityOf(this.request);
  }

  run(): void {
    if (this.isAnswered) return; // in the lane of slow readers
    const { request, forwarded } = this;
    const { body, path = request.url! } = forwarded;
    const { pool, trusts, limits } = this.backend;
    // Begun here, so that the trace shows how long the call waited in its lane.
    this.step = tracing()?.step(request, request.method!, 'client', { 'http.request.method': request.method });
    const options = {
      method: request.method as Dispatcher.HttpMethod,
      path,
      headers: headersForBackend(request, body, trusts, this.step?.traceparent),
      body: body ?? (hasBody(request) ? streamBody(request, limits, (why) => this.refuseBody(why)) : undefined),
      reset: false, // keep the connection after HEAD too
    };
    pool.dispatch(options, this);
  }

  /** Answers 503, or breaks off an answer that has begun. */
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
    this.isAnswered = true;
    if (response.destroyed) return true;
    const headers = headersForVisitor(raw, request);
    const length = headers.indexOf('content-length');
    if (length >= 0) this.left = Number(headers[length + 1]);
    this.takeMore = resume;
    this.step?.end({ status });
    response.writeHead(status, statusText, headers);
    return true;
  }

  /** @returns false to pause the answer */
  onData(chunk: Buffer): boolean {
    const { response } = this;
    if (response.destroyed) return this.discard(chunk);
    this.left -= chunk.length;
    // Send the last chunk together with the end, and a small answer together with its head.
    if (this.left === 0) response.end(chunk);
    else if (!response.write(chunk)) return this.bufferAhead();
    return true;
  }

  onComplete(): void {
    this.lane.leave(this);
    if (!this.response.writableEnded) this.response.end();
  }

  onError(error: Error): void {
    this.lane.leave(this);
    this.step?.end({ error });
    if (this.response.writableEnded || this.response.destroyed) return;
    // node:http accepts some invalid characters in headers and paths that undici refuses to send.
    if (error instanceof errors.InvalidArgumentError) refuse(this.response, 400);
    else this.refuse();
  }

  /**
   * Called when the response is sent or the visitor has disconnected. The backend goes on with a request that it has received
   * completely, so such a call keeps its place until the answer comes: otherwise visitors who come and leave would make the backend
   * run more requests than the lane has places, each over a new connection.
   */
  private close(): void {
    this.setUnread(0);
    this.resume = undefined;
    if (this.abort && this.isWhole && !this.isAnswered) return;
    this.lane.leave(this);
    this.abort?.(); // no effect when the answer is complete
  }

  /** Whether the request is sent to the backend at once, not streamed. */
  private get isWhole(): boolean {
    return this.forwarded.body !== undefined || !hasBody(this.request);
  }

  /** Reads a short answer whose visitor has left, so that its connection can be used again; aborts a long one. */
  private discard(chunk: Buffer): boolean {
    this.discarded += chunk.length;
    if (this.discarded > MAX_DISCARDED) this.abort?.();
    return true;
  }

  /** Buffers the answer for a slow client as long as there is memory. @returns false to pause it */
  private bufferAhead(): boolean {
    const { response, backend } = this;
    if (this.unread === 0) response.once('drain', () => this.caughtUp());
    this.setUnread(response.writableLength);
    if (this.unread <= backend.limits.answer && backend.buffered.answers <= backend.limits.answers) return true;
    this.resume = this.takeMore;
    setImmediate(() => this.resume && this.fallBehind()); // a quick reader has caught up by then
    return false;
  }

  /** Leaves the lane: a reader's pauses say nothing about the backend, and must not take places from others. */
  private fallBehind(): void {
    const { slow } = this.backend;
    if (this.lane === slow) return;
    this.lane.leave(this);
    this.lane = slow;
    slow.enter(this);
  }

  private caughtUp(): void {
    this.setUnread(0);
    const { resume } = this;
    this.resume = undefined;
    resume?.();
  }

  private setUnread(bytes: number): void {
    this.backend.buffered.answers += bytes - this.unread;
    this.unread = bytes;
  }

  private refuseBody(why: 'slow' | 'longer'): void {
    if (this.response.writableEnded) return void this.request.destroy();
    refuse(this.response, why === 'slow' ? 408 : 413);
    this.abort?.();
  }
}
