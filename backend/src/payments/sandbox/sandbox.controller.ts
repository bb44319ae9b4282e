import { All, Controller, Get, Header, Req, Res, type RawBodyRequest } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../common/access.js';
import { STRIPE_JS } from './stripe-js.js';
import { StripeSandbox } from './stripe-sandbox.service.js';

/** The sandbox as browsers and API clients reach it. */
@Public()
@Controller('sandbox/stripe')
export class SandboxController {
  constructor(private readonly sandbox: StripeSandbox) {}

  /** What stands in for Stripe.js. */
  @Get('v3/stripe.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  script(): string {
    return STRIPE_JS;
  }

  @All('v1/*path')
  async call(@Req() request: RawBodyRequest<Request>, @Res() response: Response): Promise<void> {
    const { status, body } = await this.sandbox.answer({
      method: request.method,
      url: request.url.replace('/sandbox/stripe', '').replace(/\/(?=$|\?)/, ''),
      authorization: request.get('Authorization'),
      idempotencyKey: request.get('Idempotency-Key'),
      form: request.rawBody?.toString() ?? '',
    });
    response.status(status).json(body);
  }
}
