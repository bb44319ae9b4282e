import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setReadHeaders, type RawJson } from './raw-json.interceptor.js';
import { RequestLog } from '../http/request-log.js';
import { setSecurityHeaders } from '../http/security-headers.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import type { LimitName } from '../rate-limits/rate-limit-list.js';

/** A public read that is answered in front of the application. */
export interface DirectRead {
  /** As the router has it: names the call when it blocks the event loop. */
  route: string;
  path: RegExp;
  limit?: LimitName;
  /** @param match of the path @throws what the controller throws */
  read: (request: Request, match: RegExpExecArray) => Promise<RawJson>;
}

/** Why a direct read failed, by request. */
const refusals = new WeakMap<IncomingMessage, unknown>();

/** The error for which the application has to answer a request; undefined when it has to compute the answer. */
export const directReadError = (request: IncomingMessage): unknown => refusals.get(request);

/**
 * Reads that answer anonymous visitors without the application's middleware, guards and interceptors, which cost more than the
 * read itself. The rules are the same: validation, limits, headers and log come from the same functions, and an error is
 * answered by the application.
 */
@Injectable()
export class DirectReads {
  private readonly reads: DirectRead[] = [];

  constructor(
    private readonly limits: RateLimits,
    private readonly log: RequestLog,
  ) {}

  register(read: DirectRead): void {
    this.reads.push(read);
  }

  /**
   * Returns what answers a request, or leaves it to the application by calling `next`.
   * @returns undefined when only the application can answer: other paths, a caller with a credential, a body
   */
  find(request: IncomingMessage, response: ServerResponse): ((next: () => void) => void) | undefined {
    const { url = '', headers } = request;
    if ('authorization' in headers || 'content-length' in headers || 'transfer-encoding' in headers) return undefined;
    const [path = ''] = url.split('?', 1);
    for (const read of this.reads) {
      const match = read.path.exec(path);
      // The server creates both with Express's prototypes.
      if (match) return (next) => void this.answer(read, match, request as Request, response as Response, next);
    }
    return undefined;
  }

  private async answer(
    { route, limit, read }: DirectRead,
    match: RegExpExecArray,
    request: Request,
    response: Response,
    next: () => void,
  ): Promise<void> {
    // As Express sets them: for the log, for the watchdog's names, and for `response.send`.
    Object.assign(request, { originalUrl: request.url, res: response, route: { path: route } });
    this.log.begin(request, response);
    let answer: RawJson;
    try {
      if (limit) await this.limits.consumeForCaller(limit, request);
      answer = await read(request, match);
    } catch (error) {
      refusals.set(request, error);
      return next();
    }
    setSecurityHeaders(response);
    setReadHeaders(response, answer);
    if (answer.noStore) response.send(answer.json);
    else response.end(answer.json);
  }
}
