import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Drains a server without losing a request: `begin` announces the stop to callers, `end` closes after they had time to
 * react. Create it before the first request. It does not handle upgraded sockets.
 */
export class HttpDrain {
  isDraining = false;
  private isEnding = false;
  private readonly open = new Map<ServerResponse, IncomingMessage>();
  private whenEnded: () => void = () => undefined;

  /** @param isEndless true for requests with endless responses (event streams), which the drain does not wait for */
  constructor(
    private readonly server: Server,
    private readonly isEndless: (request: IncomingMessage) => boolean = () => false,
  ) {
    server.prependListener('request', (request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false;
      this.open.set(response, request);
      response.once('close', () => this.closed(response));
    });
  }

  /**
   * Adds `Connection: close` to each response from now on, so that callers move to other connections and processes before this
   * process stops listening. A request sent on a connection that is being closed would be lost.
   */
  begin(): void {
    this.isDraining = true;
    for (const response of this.open.keys()) response.shouldKeepAlive = false;
  }

  /**
   * Stops listening and waits for open calls. Those that are open for longer lose their connection: a server with a slow upload would
   * never close.
   * @param limitMs the maximum wait
   */
  async end(limitMs: number): Promise<void> {
    this.begin();
    this.isEnding = true;
    this.server.close(); // closes idle connections too
    const ended = new Promise<void>((resolve) => (this.whenEnded = resolve));
    if (this.isDone()) return;
    await Promise.race([ended, sleep(limitMs, undefined, { ref: false })]);
    for (const request of this.awaited()) request.socket.destroy();
  }

  private closed(response: ServerResponse): void {
    this.open.delete(response);
    if (!this.isEnding) return;
    // A response that started before `begin` has left its connection open for reuse.
    setImmediate(() => this.server.closeIdleConnections());
    if (this.isDone()) this.whenEnded();
  }

  private isDone(): boolean {
    return this.awaited().length === 0;
  }

  /** The open calls that have an end of their own. */
  private awaited(): IncomingMessage[] {
    return [...this.open.values()].filter((request) => !this.isEndless(request));
  }
}
