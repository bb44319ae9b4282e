import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends the HTTP calls of a server without losing one: `begin` when others have to learn that this process stops, `end`
 * when they had the time to. Made before the server gets its first request. Upgraded sockets are not its business.
 */
export class HttpDrain {
  isDraining = false;
  private isEnding = false;
  private readonly open = new Map<ServerResponse, IncomingMessage>();
  private whenEnded: () => void = () => undefined;

  /** @param isEndless which requests have answers without an end, so that nobody waits for it: a stream of events */
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
   * From now on each answer says `Connection: close`: callers move to other connections, and with them to other
   * processes, before this one listens no longer. A request sent into a connection that is just being closed is lost.
   */
  begin(): void {
    this.isDraining = true;
    for (const response of this.open.keys()) response.shouldKeepAlive = false;
  }

  /** Listens no longer, and waits for the calls under way. @param limitMs after which it gives up on them */
  async end(limitMs: number): Promise<void> {
    this.begin();
    this.isEnding = true;
    this.server.close(); // closes idle connections too
    const ended = new Promise<void>((resolve) => (this.whenEnded = resolve));
    if (this.isDone()) return;
    await Promise.race([ended, sleep(limitMs, undefined, { ref: false })]);
  }

  private closed(response: ServerResponse): void {
    this.open.delete(response);
    if (!this.isEnding) return;
    // One whose answer had begun before `begin` was to be used again.
    setImmediate(() => this.server.closeIdleConnections());
    if (this.isDone()) this.whenEnded();
  }

  private isDone(): boolean {
    return ![...this.open.values()].some((request) => !this.isEndless(request));
  }
}
