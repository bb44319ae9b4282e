import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { cacheKey } from './platform/http-cache/cache-key.js';
import { directReadError } from './platform/http-cache/direct-reads.js';
import { RoomSocketsAdapter } from './chat/sockets/room-sockets.adapter.js';
import { currentCall } from './platform/overload/call.js';
import { ErrorFilter } from './platform/errors/error.filter.js';
import { HttpAdapter } from './platform/http/server/http.adapter.js';
import { serveApiDocs } from './platform/openapi/api-docs.js';
import { parseQueryString } from './platform/http/query.js';
import { replaceHalfPairsIn } from './platform/half-pairs.js';
import { setSecurityHeaders } from './platform/http/security-headers.js';
import { validationPipe } from './platform/http/validation.js';
import { watchdog } from './platform/overload/watchdog.js';
import type { Config } from './platform/config/config.js';
import { MAX_REPORT_BYTES } from './contract/administration/report-rules.js';
import { MAX_VARIANTS_BYTES } from './contract/rules.js';

const BODY_LIMIT = '100kb';
/** Reads no compressed body: a kilobyte of gzip can stand for a megabyte. Such a request is answered with 415. */
const PLAIN = { inflate: false };

/** Compresses all compressible types except event streams, whose events must arrive as they are sent. */
const isCompressed: compression.CompressionFilter = (request, response) =>
  !String(response.getHeader('Content-Type')).startsWith('text/event-stream') && compression.filter(request, response);

/**
 * Leaves a change of a path with a word in place of an id to other routes. Otherwise a wrong method of `/auth/users/me/` would be a call of
 * the user `me`, and be answered with 401 or 403. Reads have sentences of their own for an unknown id.
 */
const skipWords = ({ method }: Request, _response: Response, next: NextFunction, id: string) =>
  next(method === 'GET' || method === 'HEAD' || /\d/.test(id) ? undefined : 'route');

/**
 * Creates the backend for the process and for its tests, without listening.
 * @param config the process's settings; its database must be migrated
 */
export async function createApp(config: Config): Promise<NestExpressApplication> {
  const adapter = new HttpAdapter();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), adapter, {
    rawBody: true,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.set('trust proxy', config.webNetworks);
  app.set('query parser', parseQueryString);
  app.disable('x-powered-by');
  const compress = compression({ filter: isCompressed });
  app.use((request: Request, response: Response, next: () => void) => {
    // ResponseCache compresses public catalogue reads itself; it needs their body in one piece.
    if (request.method === 'GET' && cacheKey(request.originalUrl) !== undefined) next();
    else compress(request, response, next);
  });
  app.use((request: Request, response: Response, next: (error?: unknown) => void) => {
    setSecurityHeaders(response);
    next(directReadError(request));
  });
  const readVariants = express.json({ ...PLAIN, limit: MAX_VARIANTS_BYTES });
  app.use('/api/products/:id/variants', (request: Request, response: Response, next: NextFunction) => {
    // A body is read before the guards: without a credential it has the limit of all others.
    if (request.headers.authorization === undefined) next();
    else readVariants(request, response, next);
  });
  app.use('/api/browser-reports', express.json({ ...PLAIN, limit: MAX_REPORT_BYTES }));
  app.useBodyParser('json', { ...PLAIN, limit: BODY_LIMIT });
  app.useBodyParser('urlencoded', { ...PLAIN, limit: BODY_LIMIT, extended: false });
  // A body arrives in a turn of the event loop of its own, and its handler runs in the same turn.
  app.use((request: Request, _response: unknown, next: () => void) => {
    watchdog.note(currentCall());
    replaceHalfPairsIn(request.body);
    next();
  });
  adapter.getInstance<Express>().param('id', skipWords);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.useWebSocketAdapter(new RoomSocketsAdapter(app));
  serveApiDocs(app);
  return app;
}
