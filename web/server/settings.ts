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
  /** An edge in front of this server sets X-Forwarded-For, -Proto and -Host; without one they are a visitor's claims. */
  trustsProxy: boolean;
}

/**
 * @param env PORT, HOST, BACKEND_URL, NODE_ENV, STRIPE_PUBLISHABLE_KEY, TRUST_PROXY
 * @throws Error with one sentence when a value can't be used
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is not a port number: ${env.PORT}`);
  const backendUrl = env.BACKEND_URL;
  if (!backendUrl || !URL.canParse(backendUrl)) {
    throw new Error(`BACKEND_URL must say where the backend listens (http://127.0.0.1:3001), it is: ${backendUrl}`);
  }
  return {
    host: env.HOST ?? '127.0.0.1',
    port,
    backendUrl: backendUrl.replace(/\/+$/, ''),
    development: env.NODE_ENV === 'development',
    usesStripe: Boolean(env.STRIPE_PUBLISHABLE_KEY),
    trustsProxy: env.TRUST_PROXY === '1' || env.TRUST_PROXY === 'true',
  };
}
