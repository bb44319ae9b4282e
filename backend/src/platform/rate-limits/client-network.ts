import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from './networks.js';

export { networkOf };

/** The network of the visitor's address, which the web server forwards, for rate limits; see `networkOf`. */
export const ClientNetwork = createParamDecorator((_data: unknown, context: ExecutionContext): string =>
  networkOf(context.switchToHttp().getRequest<Request>().ip ?? ''),
);
