import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { ReadyJson } from './catalog-reads.js';

/** Sends JSON that is already written, with the headers of a public read: kept by everyone, asked about each time. */
@Injectable()
export class ReadyJsonInterceptor implements NestInterceptor<ReadyJson, string> {
  intercept(context: ExecutionContext, next: CallHandler<ReadyJson>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map(({ json, total }) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.setHeader('Cache-Control', 'no-cache');
        if (total !== undefined) response.setHeader('X-Total-Count', total);
        return json;
      }),
    );
  }
}
