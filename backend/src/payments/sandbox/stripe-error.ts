/** An error of Stripe's API (https://docs.stripe.com/api/errors). */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: { type?: string; code?: string; param?: string; [field: string]: unknown } = {},
  ) {
    super(message);
  }

  get body() {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.fields } };
  }
}
