import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import { map, type Observable } from 'rxjs';
import { CACHE_TAGS_HEADER } from './cache-tags.js';

/** JSON written by PostgreSQL, and for lists the total number of rows. */
export interface RawJson {
  json: string;
  total?: number;
  /** The response's dependencies, for the response cache. Without tags it depends on everything. */
  tags?: readonly string[];
  /** Whether no cache may store it: a better answer may follow soon. */
  noStore?: boolean;
}

/** Sends finished JSON with the headers of a public read: cacheable, revalidated each time. */
@Injectable()
export class RawJsonInterceptor implements NestInterceptor<RawJson, string> {
  intercept(context: ExecutionContext, next: CallHandler<RawJson>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((read) => {
        setReadHeaders(response, read);
        return read.json;
      }),
    );
  }
}

/** Sets the headers of a public read. */
export function setReadHeaders(response: ServerResponse, { total, tags, noStore }: RawJson): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', noStore ? 'no-store' : 'no-cache');
  if (tags) response.setHeader(CACHE_TAGS_HEADER, tags.join(' '));
  if (total !== undefined) response.setHeader('X-Total-Count', total);
}
