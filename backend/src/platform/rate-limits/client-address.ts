import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from './networks.js';

export { networkOf };

/** Where a request comes from, for limits: the visitor's own address as the web server passes it on, see `networkOf`. */
export const ClientAddress = createParamDecorator((_data: unknown, context: ExecutionContext): string =>
  networkOf(context.switchToHttp().getRequest<Request>().ip ?? ''),
);
