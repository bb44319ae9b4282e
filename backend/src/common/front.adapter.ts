import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestApplicationOptions } from '@nestjs/common';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** Answers a request itself, or leaves it to the application by calling `next`, once, now or later. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Express with a front: what is kept as ready bytes is answered before any middleware runs, at a fifth of the cost.
 */
export class FrontAdapter extends ExpressAdapter {
  front: Front = (_request, _response, next) => next();

  override initHttpServer(_options: NestApplicationOptions): void {
    const application = this.getInstance<RequestListener>();
    this.httpServer = createServer((request, response) => {
      this.front(request, response, () => application(request, response));
    });
  }
}
