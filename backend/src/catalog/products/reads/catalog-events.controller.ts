import { Controller, Get, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/access.js';
import { ShopError } from '../../../platform/errors/shop-error.js';
import { EVERYTHING, formatCatalogChange, type CatalogChange } from '../../../platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../../platform/http-cache/catalog-changes.js';

const HEARTBEAT_MS = 10_000;
/** In bytes. A web server that reads so slowly reconnects and begins with "everything". */
const MAX_UNSENT = 1024 * 1024;

/** Notifies the web server when its cached pages are outdated. Never proxied: it serves this machine only. */
@Public()
@Controller('internal')
export class CatalogEventsController implements BeforeApplicationShutdown {
  private readonly open = new Set<Response>();

  constructor(private readonly changes: CatalogChanges) {}

  /**
   * Server-sent events: `change` after each change, with what changed as `formatCatalogChange` writes it. The first one says
   * "everything", because changes may have been missed. The stream ends while changes are not received here: the web server then
   * knows that its pages may be outdated, and still has them for the time in which none can be rendered.
   * @throws ShopError 503 while changes are not received
   */
  @Get('catalog-events')
  events(@Req() request: Request, @Res() response: Response): void {
    if (!this.changes.isLive) throw new ShopError(503, 'Changes of the catalogue are not received');
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const send = (change: CatalogChange) => {
      if (!this.changes.isLive) return void response.end();
      if (response.writableLength > MAX_UNSENT) return void response.destroy();
      response.write(`event: change\ndata: ${formatCatalogChange(change)}\n\n`);
    };
    send(EVERYTHING);
    const unsubscribe = this.changes.onChange(send);
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
    this.open.add(response);
    request.on('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      this.open.delete(response);
    });
  }

  /** Open streams would keep the server from closing. */
  beforeApplicationShutdown(): void {
    for (const response of this.open) response.end();
  }
}
