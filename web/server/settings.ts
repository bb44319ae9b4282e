import { readSettings as readAll, strayNames } from '../../backend/src/platform/config/read.js';
import type { TrustProxy } from '../../backend/src/platform/config/trusted-proxies.js';

/** What the web server reads of its environment. */
export interface Settings {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Where the backend listens, without a trailing slash. */
  backendUrl: string;
  /** Vite serves the sources and reloads them; otherwise the build is served. */
  development: boolean;
  /** The card fields are Stripe's own (in frames of its hosts), not the payment sandbox's. */
  usesStripe: boolean;
  /** Cards are tests although the public is let in; every page says so. */
  testPayments: boolean;
  /** Whose X-Forwarded headers say who calls; 0: nobody's, for they are a visitor's claims. */
  trustProxy: TrustProxy;
  /** Whether one address may hold only a part of what this server has; load tests switch it off. */
  limitsRates: boolean;
  /** How long `/readyz` says 503 before the server stops taking work, once it is told to stop. */
  drainMs: number;
}

/**
 * The web server's own of the shop's settings. Names that look like a setting's are warned of on standard error.
 *
 * @param env as `process.env`
 * @throws ConfigError with a sentence for each setting that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  for (const { sentence } of strayNames(env)) console.error(sentence);
  const settings = readAll(env, 'web');
  return {
    host: settings.HOST,
    port: settings.PORT,
    backendUrl: settings.BACKEND_URL!, // required of the web server
    development: settings.WEB_FROM_SOURCES === 'on',
    usesStripe: settings.STRIPE_PUBLISHABLE_KEY !== undefined,
    testPayments: settings.PAYMENTS === 'sandbox',
    trustProxy: settings.TRUST_PROXY,
    limitsRates: settings.RATE_LIMIT === 'on',
    drainMs: settings.DRAIN_SECONDS * 1_000,
  };
}
