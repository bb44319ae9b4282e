import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters of every nonce: 16 random bytes in base64url. */
export const NONCE_LENGTH = 22;

const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** @returns a new nonce of NONCE_LENGTH characters; random bytes are fetched for 256 at once, a call costs 0.2 µs */
export function createNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.toString('base64url', used - 16, used);
}

/**
 * The Content-Security-Policy as a function of the nonce.
 *
 * Scripts run only from this origin's files or with the nonce. Styles may be inline: the server renders widths of bars
 * and colours of swatches as style attributes, and the toasts and dialogs put in `<style>` elements that take no nonce.
 * Stripe's hosts are those its documentation names, and are let in only where its keys are in use.
 */
export function contentSecurityPolicy(options: { usesStripe: boolean; development: boolean }) {
  const stripe = options.usesStripe;
  const before = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `img-src 'self' data: blob:${stripe ? ' https://*.stripe.com' : ''}`,
    "font-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Some browsers do not count Vite's socket as 'self'.
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}${options.development ? ' ws:' : ''}`,
    `frame-src ${stripe ? 'https://js.stripe.com https://hooks.stripe.com' : "'none'"}`,
    "script-src 'self' 'nonce-",
  ].join('; ');
  const after = `'${stripe ? ' https://js.stripe.com' : ''}`;
  return (nonce: string) => before + nonce + after;
}

const ALWAYS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
] as const;
const OVER_TLS = [...ALWAYS, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as const;

/** The headers that go on every answer, whoever wrote it; over TLS the browser is also told to stay there. */
export const securityHeaders = (request: IncomingMessage) => (isSecure(request) ? OVER_TLS : ALWAYS);

/** Whether the visitor came by TLS, which an edge in front of this server ends. (Said falsely, it harms nobody.) */
function isSecure({ headers }: IncomingMessage) {
  const protocol = headers['x-forwarded-proto'];
  return protocol !== undefined && /^https\b/i.test(protocol.toString());
}
