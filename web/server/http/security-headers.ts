import type { IncomingMessage } from 'node:http';

/** Builds a policy. @param inline sources of the allowed inline scripts: `'nonce-…'` or `'sha256-…'` */
export type Policy = (inline: readonly string[]) => string;

/**
 * The Content-Security-Policy as a function of a page's inline scripts.
 *
 * Scripts run from this origin's files or inline with a source: a nonce for pages that are rendered for one visitor, and hashes for
 * cached pages, whose bytes are the same for everyone. Styles may be inline: the server renders bar widths and swatch colours as style
 * attributes, and toasts and dialogs add `<style>` elements without a nonce. Stripe's documented hosts are allowed only when its keys are
 * set, and another origin of pictures only where MEDIA_PUBLIC_URL names one.
 */
export function contentSecurityPolicy(options: {
  usesStripe: boolean;
  development: boolean;
  mediaOrigin?: string;
}): Policy {
  const stripe = options.usesStripe;
  const media = options.mediaOrigin ? ` ${options.mediaOrigin}` : '';
  const others = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `img-src 'self' data: blob:${media}${stripe ? ' https://*.stripe.com' : ''}`,
    "font-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Some browsers do not treat Vite's socket as 'self'.
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}${options.development ? ' ws:' : ''}`,
    "worker-src 'self'",
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

/** Headers of every response. Over TLS they include HSTS. */
export const securityHeaders = (request: IncomingMessage) => (isSecure(request) ? OVER_TLS : ALWAYS);

/** Whether the visitor uses TLS, which an edge terminates. (A forged header harms nobody.) */
function isSecure({ headers }: IncomingMessage) {
  const protocol = headers['x-forwarded-proto'];
  return protocol !== undefined && /^https\b/i.test(protocol.toString());
}
