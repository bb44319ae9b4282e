import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp, type HttpLogger, type Options } from 'pino-http';
import { Config } from '../config/config.js';

/** Headers that no log may hold, because they grant access. */
const SECRET_HEADERS = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];

let lastId = 0;

/** The number of a request, which its log lines have in common. */
const idOf = ({ id }: IncomingMessage) => id ?? ++lastId;

/** Options of the log: in production a line for each request that the response cache does not answer. */
export const logOptions = ({ logLevel, isProduction }: Config): Options => ({
  level: logLevel,
  // A direct read that the application had to answer is logged once.
  autoLogging: isProduction && { ignore: ({ allLogs }) => allLogs.length > 1 },
  redact: SECRET_HEADERS,
  genReqId: idOf,
});

/** Logs the requests that are answered in front of the application, as its middleware logs the others. */
@Injectable()
export class RequestLog {
  private logger: HttpLogger | undefined;

  constructor(private readonly config: Config) {}

  /** Numbers a request, and logs it when it has been answered. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    request.id = idOf(request);
    if (!this.config.isProduction) return;
    this.logger ??= pinoHttp({ ...logOptions(this.config), logger: PinoLogger.root });
    this.logger(request, response);
  }
}
