/** @jest-environment node */
import type { IncomingMessage } from 'node:http';
import { contentSecurityPolicy, securityHeaders } from '../../../server/http/security-headers';

function directives(policy: string) {
  return new Map(policy.split('; ').map((text) => [text.split(' ', 1)[0], text.split(' ').slice(1)] as const));
}

test('the policy allows scripts of this origin and only the inline scripts that the page names', () => {
  const policyFor = contentSecurityPolicy({ usesStripe: false, development: false });
  const policy = directives(policyFor(["'nonce-N0nce'"]));
  expect(policy.get('script-src')).toEqual(["'self'", "'nonce-N0nce'"]);
  expect(directives(policyFor([])).get('script-src')).toEqual(["'self'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('frame-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toEqual(["'self'"]);
});

test('the policy allows Stripe’s hosts only when its keys are set', () => {
  const policy = contentSecurityPolicy({ usesStripe: true, development: false })([]);
  expect(directives(policy).get('script-src')).toContain('https://js.stripe.com');
  expect(directives(policy).get('frame-src')).toContain('https://js.stripe.com');
  expect(directives(policy).get('connect-src')).toContain('https://api.stripe.com');
  expect(contentSecurityPolicy({ usesStripe: false, development: false })([])).not.toContain('stripe');
});

test('the policy allows pictures of the one other origin that is configured', () => {
  const mediaOrigin = 'https://cdn.example.com';
  const policy = directives(contentSecurityPolicy({ usesStripe: false, development: false, mediaOrigin })([]));
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', mediaOrigin]);
  const others = [...policy].filter(([name]) => name !== 'img-src');
  expect(others.flatMap(([, sources]) => sources)).not.toContain(mediaOrigin);
});

test('browsers get no camera, microphone or place, and keep to TLS once they came by it', () => {
  const headersOf = (headers: object) => Object.fromEntries(securityHeaders({ headers } as IncomingMessage));
  expect(headersOf({})).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': expect.stringMatching(/^camera=\(\), microphone=\(\), geolocation=\(\)/),
  });
  expect(headersOf({})).not.toHaveProperty('Strict-Transport-Security');
  expect(headersOf({ 'x-forwarded-proto': 'https' })).toMatchObject({
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  });
});
