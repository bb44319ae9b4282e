import type { IncomingMessage } from 'node:http';

/** @param inline what inline scripts may run: `'nonce-…'` or `'sha256-…'` */
export type Policy = (inline: readonly string[]) => string;

/**
 * The Content-Security-Policy as a function of a page's inline scripts.
 *
 * Scripts run only from this origin's files, or inline as the page says: by a nonce where it is streamed, for its headers
 * leave before its scripts are known, and by hashes where it is cached, for everyone gets the same bytes. Styles may be
 * inline: the server renders widths of bars and colours of swatches as style attributes, and the toasts and dialogs put in
 * `<style>` elements that take no nonce. Stripe's hosts are those its documentation names, and are let in only where its
 * keys are in use.
 */
export function contentSecurityPolicy(options: { usesStripe: boolean; development: boolean }): Policy {
  const stripe = options.usesStripe;
  const others = [
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
  ].join('; ');
  const scripts = ["'self'", ...(stripe ? ['https://js.stripe.com'] : [])].join(' ');
  return (inline) => `${others}; script-src ${[scripts, ...inline].join(' ')}`;
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
