import { Controller, Get, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../common/access.js';
import { CatalogVersion } from './catalog-version.js';

const HEARTBEAT_MS = 10_000;

/** Tells the web server when what it keeps of the catalogue is out of date. Never proxied: it serves this machine only. */
@Public()
@Controller('internal')
export class CatalogEventsController implements BeforeApplicationShutdown {
  private readonly open = new Set<Response>();

  constructor(private readonly version: CatalogVersion) {}

  /** Server-sent events: `change` after each change (and on connecting, because some may have been missed). */
  @Get('catalog-events')
  events(@Req() request: Request, @Res() response: Response): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const tell = () => response.write('event: change\ndata:\n\n');
    tell();
    const forget = this.version.onChange(tell);
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
    this.open.add(response);
    request.on('close', () => {
      forget();
      clearInterval(heartbeat);
      this.open.delete(response);
    });
  }

  /** Open streams would keep the server from closing. */
  beforeApplicationShutdown(): void {
    for (const response of this.open) response.end();
  }
}
