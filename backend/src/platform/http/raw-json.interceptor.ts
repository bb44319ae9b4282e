import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { CACHE_TAGS_HEADER } from '../http-cache/cache-tags.js';

/** JSON written by PostgreSQL, and for lists the total number of rows. */
export interface RawJson {
  json: string;
  total?: number;
  /** The response's dependencies, for the response cache. Without tags it depends on everything. */
  tags?: readonly string[];
  /** A makeshift that no cache keeps. */
  isPassing?: boolean;
}

/** Sends finished JSON with the headers of a public read: cacheable, revalidated each time. */
@Injectable()
export class RawJsonInterceptor implements NestInterceptor<RawJson, string> {
  intercept(context: ExecutionContext, next: CallHandler<RawJson>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ json, total, tags, isPassing }) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.setHeader('Cache-Control', isPassing ? 'no-store' : 'no-cache');
        if (tags) response.setHeader(CACHE_TAGS_HEADER, tags.join(' '));
        if (total !== undefined) response.setHeader('X-Total-Count', total);
        return json;
      }),
    );
  }
}
