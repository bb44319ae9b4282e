import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { StripeSandbox } from './stripe-sandbox.service.js';

/** Sends the SDK's requests to the sandbox in this process instead of api.stripe.com. */
@Injectable()
export class SandboxHttpClient implements Stripe.HttpClient {
  constructor(private readonly sandbox: StripeSandbox) {}

  getClientName(): string {
    return 'sandbox';
  }

  async makeRequest(
    ...[, , url, method, headers, form]: Parameters<Stripe.HttpClient['makeRequest']>
  ): Promise<Stripe.HttpClientResponse> {
    const header = (name: string) => headers[name]?.toString();
    const { status, body } = await this.sandbox.answer({
      method,
      url,
      authorization: header('Authorization'),
      idempotencyKey: header('Idempotency-Key'),
      form,
    });
    return {
      getStatusCode: () => status,
      getHeaders: () => ({}),
      getRawResponse: () => body,
      toStream: () => {
        throw new Error('The sandbox does not stream');
      },
      // A copy, because the SDK modifies the object.
      toJSON: () => Promise.resolve(structuredClone(body)),
    };
  }
}
