/** @jest-environment node */
import { contentSecurityPolicy, createNonce, NONCE_LENGTH } from '../../server/security-headers';

test('a nonce is never the same twice and holds 128 bits', () => {
  const nonces = Array.from({ length: 1_000 }, createNonce);
  expect(new Set(nonces).size).toBe(1_000);
  expect(nonces.every((nonce) => /^[\w-]+$/.test(nonce) && nonce.length === NONCE_LENGTH)).toBe(true);
});

function directives(policy: string) {
  return new Map(policy.split('; ').map((text) => [text.split(' ', 1)[0], text.split(' ').slice(1)] as const));
}

test('scripts run from this origin or with the nonce, never inline', () => {
  const policy = directives(contentSecurityPolicy({ usesStripe: false, development: false })('N0nce'));
  expect(policy.get('script-src')).toEqual(["'self'", "'nonce-N0nce'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('frame-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toEqual(["'self'"]);
});

test('Stripe’s hosts are let in only where its keys are in use', () => {
  const policy = contentSecurityPolicy({ usesStripe: true, development: false })('x');
  expect(directives(policy).get('script-src')).toContain('https://js.stripe.com');
  expect(directives(policy).get('frame-src')).toContain('https://js.stripe.com');
  expect(directives(policy).get('connect-src')).toContain('https://api.stripe.com');
  expect(contentSecurityPolicy({ usesStripe: false, development: false })('x')).not.toContain('stripe');
});
