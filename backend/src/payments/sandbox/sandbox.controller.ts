import { All, Controller, Get, Header, Req, Res, type RawBodyRequest } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readFile } from 'node:fs/promises';
import { Public } from '../../platform/http/access.js';
import { builtFile } from '../../platform/threads/built-file.js';
import { StripeSandbox } from './stripe-sandbox.service.js';

/** The sandbox's HTTP interface for browsers and API clients. */
@Public()
@Controller('sandbox/stripe')
export class SandboxController {
  constructor(private readonly sandbox: StripeSandbox) {}

  /** The sandbox's replacement for Stripe.js. */
  @Get('v3/stripe.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  script(): Promise<string> {
    return readFile(builtFile('payments/sandbox/stripe.browser.js'), 'utf8');
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
