import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp, type HttpLogger, type Options } from 'pino-http';
import { loggedError } from '../errors/logged-error.js';
import { requestOfJob } from './current-request.js';
import { requestIdOf } from './request-id.js';
import { traceFields } from '../tracing/tracing.js';
import { Config } from '../config/config.js';

/** Headers that no log may hold, because they grant access. */
const SECRET_HEADERS = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];

/** The id of a request, which its log lines in all processes have in common. */
const idOf = (request: IncomingMessage) => request.id ?? requestIdOf(request);

/** Monitoring asks every few seconds. */
const PROBE = /^\/(healthz|readyz|metrics)\/?(\?|$)/;

/** Options of the log: in production a line for each request that the response cache does not answer. */
export const logOptions = ({ logLevel, isProduction }: Config): Options => ({
  level: logLevel,
  // A direct read that the application had to answer is logged once.
  autoLogging: isProduction && { ignore: ({ allLogs, url = '' }) => allLogs.length > 1 || PROBE.test(url) },
  redact: SECRET_HEADERS,
  serializers: { err: loggedError },
  // Without an error of the response pino-http makes one of the status, with a stack of its own.
  customErrorObject: (_request, _response, { message }, line: object) =>
    message.startsWith('failed with status code') ? { ...line, err: undefined } : line,
  // Lines within a request carry its id, not its head.
  quietReqLogger: true,
  customAttributeKeys: { reqId: 'requestId' },
  genReqId: idOf,
  // A job's lines carry the id of the request that added it; with tracing every line that belongs to a trace carries its ids.
  mixin: () => {
    const requestId = requestOfJob();
    return requestId === undefined ? traceFields() : { requestId, ...traceFields() };
  },
});

/** Logs the requests that are answered in front of the application, as its middleware logs the others. */
@Injectable()
export class RequestLog {
  private logger: HttpLogger | undefined;

  constructor(private readonly config: Config) {}

  /** Gives a request its id, and logs it when it has been answered. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    request.id = idOf(request);
    if (!this.config.isProduction) return;
    this.logger ??= pinoHttp({ ...logOptions(this.config), logger: PinoLogger.root });
    this.logger(request, response);
  }
}
