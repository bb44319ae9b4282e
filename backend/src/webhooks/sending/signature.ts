import { createHmac, randomBytes } from 'node:crypto';

/*
 * Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

/** What the secrets of endpoints are encrypted for. */
export const WEBHOOK_SECRETS = 'may webhooks: endpoint secrets';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes an endpoint's secret: `whsec_` and 256 random bits as base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * Signs a webhook: HMAC-SHA256 over the id, the timestamp and the body, joined by dots.
 * @param secrets the present one, and the previous one while it signs too; the receiver needs one of them
 * @param timestamp seconds since the epoch
 * @returns the headers that the receiver verifies, the signatures in the order of the secrets
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
}
