import { readSettings as readAll } from '../../backend/src/platform/config/environment/read.js';
import { strayNames } from '../../backend/src/platform/config/environment/stray-names.js';
import { logLevelOf } from '../../backend/src/platform/config/log-level';
import { traceSettings, type TraceSettings } from '../../backend/src/platform/config/trace-settings';
import type { TrustProxy } from '../../backend/src/platform/network/trusted-proxies.js';

/** The web server's settings from the environment. */
export interface Settings {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The public name of the shop, with its port unless it is the protocol's own; undefined without PUBLIC_URL. */
  publicHost: string | undefined;
  /** The backend's URL, without a trailing slash. */
  backendUrl: string;
  /** Serve the sources through Vite instead of the build. */
  development: boolean;
  /** Card fields come from Stripe's hosts instead of the payment sandbox. */
  usesStripe: boolean;
  /** The shop is public but payments are tests; every page says so. */
  testPayments: boolean;
  /** The origin from which browsers get pictures besides this one. */
  mediaOrigin?: string;
  /** The proxies whose X-Forwarded headers are trusted; 0 for none. */
  trustProxy: TrustProxy;
  /** Threads that render pages. */
  renderThreads: number;
  /** Limit each address; load tests switch it off. */
  limitsRates: boolean;
  /** Whether callers on this machine are free of limits by address. Never in production, where they may be a proxy's visitors. */
  exemptsOwnMachine?: boolean;
  /** Browsers keep the shell and seen products for use without a network. */
  serviceWorker: boolean;
  /** What Prometheus sends to read the metrics; undefined: nobody may. */
  metricsToken: string | undefined;
  /** Milliseconds between SIGTERM and closing, in which `/readyz` answers 503. */
  drainMs: number;
  /** The lowest level that is logged: LOG_LEVEL, or what suits the mode. */
  logLevel: string;
  /** Where traces go; undefined: tracing is off. */
  traces?: TraceSettings;
}

/**
 * Reads the web server's settings. Warns on standard error of names that resemble a setting.
 *
 * @param env `process.env`
 * @throws ConfigError with a message for each invalid setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  for (const { sentence } of strayNames(env)) console.error(sentence);
  const settings = readAll(env, 'web');
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicHost: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).host,
    backendUrl: settings.BACKEND_URL!, // required for the web server
    development: settings.WEB_FROM_SOURCES === 'on',
    usesStripe: settings.STRIPE_PUBLISHABLE_KEY !== undefined,
    testPayments: settings.PAYMENTS === 'sandbox',
    mediaOrigin: settings.MEDIA_PUBLIC_URL && new URL(settings.MEDIA_PUBLIC_URL).origin,
    trustProxy: settings.TRUST_PROXY,
    renderThreads: settings.RENDER_THREADS,
    limitsRates: settings.RATE_LIMIT === 'on',
    exemptsOwnMachine: settings.NODE_ENV !== 'production',
    serviceWorker: settings.SERVICE_WORKER === 'on',
    metricsToken: settings.METRICS_TOKEN,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: logLevelOf(settings),
    traces: traceSettings(settings),
  };
}
