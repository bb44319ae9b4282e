import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { StoredEvent } from '../sandbox.entity.js';
import { StripeApiError } from '../stripe-error.js';

/** Returns a new id in Stripe's format: the kind of object, such as `pi`, and 24 hexadecimal digits. */
export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

/** Returns the current time in Stripe's format: seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1_000);

/** Queues an event for the webhook, in the transaction of its change (https://docs.stripe.com/api/events/object). */
export async function emitEvent(tx: EntityManager, type: string, object: object): Promise<void> {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await tx.insert(StoredEvent, { id, payload: JSON.stringify(event) });
}

/** Parses a positive amount in the currency's smallest unit. @throws StripeApiError 400 */
export function positive(amount: string): number {
  if (/^\d{1,15}$/.test(amount) && Number(amount) >= 1) return Number(amount);
  throw new StripeApiError(400, `Invalid integer: ${amount}`, { code: 'parameter_invalid_integer', param: 'amount' });
}

/** Reads an enumerated field; null when it is missing. @throws StripeApiError 400 */
export function enumParameter(params: URLSearchParams, param: string, values: readonly string[]): string | null {
  const value = params.get(param);
  if (!value || values.includes(value)) return value || null;
  throw new StripeApiError(400, `Invalid ${param}: must be one of ${values.join(', ')}`, { param });
}

/** Reads the fields `metadata[name]` of a form. */
export function metadataOf(params: URLSearchParams): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of params) {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    if (key) metadata[key] = value;
  }
  return metadata;
}
