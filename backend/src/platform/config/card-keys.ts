import { createHmac } from 'node:crypto';
import type { Config } from './config.js';

/** The keys for the card provider: Stripe, or the sandbox that stands in for it. */
export interface CardKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the browser loads the provider's script from. */
  scriptUrl: string;
}

/** The keys of the settings; without any, the sandbox's, which every process of the shop derives alike. */
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
