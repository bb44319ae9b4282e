import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createCachedResponse, sendCachedResponse, type CachedResponse } from '../http-cache/cached-response.js';

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>MAY API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></html>`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#ui' })`;
// The page embeds its icons as data: URLs and some styles inline.
const POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Serves `/api/docs/` and `/api/openapi.json`. The document is generated from the contract's schemas on the first request,
 * because loading the generator would cost every start half a second, and compressed only then: it has some 400 KB.
 */
export function serveApiDocs(app: NestExpressApplication): void {
  let document: Promise<CachedResponse> | undefined;
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.use('/api/openapi.json', (request: Request, response: Response, next: (error: unknown) => void) => {
    document ??= writeDocument(app);
    document.then((made) => sendCachedResponse(made, request, response), next);
  });
  app.use('/api/docs', (request: Request, response: Response, next: () => void) => {
    response.setHeader('Content-Security-Policy', POLICY);
    if (request.path === '/') response.type('html').send(PAGE);
    else if (request.path === '/start.js') response.type('js').send(START);
    else next();
  });
  app.use('/api/docs', express.static(assets, { index: false }));
}

async function writeDocument(app: NestExpressApplication): Promise<CachedResponse> {
  const { describeApi } = await import('./describe-api.js');
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-cache'];
  return createCachedResponse(headers, Buffer.from(JSON.stringify(describeApi(app))));
}
