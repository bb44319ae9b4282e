import { Controller, Get, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/access.js';
import { EVERYTHING, formatCatalogChange, type CatalogChange } from '../../platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';

const HEARTBEAT_MS = 10_000;
/** In bytes. A web server that reads so slowly reconnects and begins with "everything". */
const MAX_UNSENT = 1024 * 1024;

/** Notifies the web servers, on any machine, when their cached pages are outdated. They do not proxy this path to visitors. */
@Public()
@Controller('internal')
export class CatalogEventsController implements BeforeApplicationShutdown {
  private readonly open = new Set<Response>();

  constructor(private readonly changes: CatalogChanges) {}

  /**
   * Server-sent events: `change` after each change, with what changed as `formatCatalogChange` writes it. The first one says
   * "everything", because changes may have been missed. While changes are not received here, the stream ends and another one is
   * answered 503: the web server then knows that its pages may be outdated, and still has them when it cannot render any.
   */
  @Get('catalog-events')
  events(@Req() request: Request, @Res() response: Response): void {
    if (!this.changes.isLive) return void response.writeHead(503).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const write = (text: string) => {
      if (response.writableLength > MAX_UNSENT) response.destroy();
      else response.write(text);
    };
    const send = (change: CatalogChange) => {
      if (this.changes.isLive) return write(`event: change\ndata: ${formatCatalogChange(change)}\n\n`);
      stop();
      response.end();
    };
    send(EVERYTHING);
    const unsubscribe = this.changes.onChange(send);
    const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
    this.open.add(response);
    const stop = () => {
      unsubscribe();
      clearInterval(heartbeat);
      this.open.delete(response);
    };
    request.on('close', stop);
  }

  /** Open streams would keep the server from closing. */
  beforeApplicationShutdown(): void {
    for (const response of this.open) response.end();
  }
}
