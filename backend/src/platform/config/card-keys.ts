import { createHmac } from 'node:crypto';
import type { Config } from './config.js';

/** The keys for the card provider: Stripe, or the sandbox in its place. */
export interface CardKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The URL of the provider's browser script. */
  scriptUrl: string;
}

/** Returns the configured keys; without any, the sandbox's keys, which every process derives in the same way. */
export function cardKeys(config: Config): CardKeys {
  if (config.stripe) return { ...config.stripe, scriptUrl: 'https://js.stripe.com/v3/' };
  const derived = (use: string) =>
    createHmac('sha256', config.jwtSecret).update(`payment sandbox ${use}`).digest('hex');
  return {
    secretKey: `sk_test_${derived('secret key')}`,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: `whsec_${derived('webhook secret')}`,
    scriptUrl: '/sandbox/stripe/v3/stripe.js',
  };
}
