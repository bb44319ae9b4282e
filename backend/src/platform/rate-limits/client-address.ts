import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from './networks.js';

export { networkOf };

/** The visitor's own address, as the web server forwards it, for rate limits; see `networkOf`. */
export const ClientAddress = createParamDecorator((_data: unknown, context: ExecutionContext): string =>
  networkOf(context.switchToHttp().getRequest<Request>().ip ?? ''),
);
