import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readSettings, strayNames } from './read.js';
import type { Settings } from './schema.js';
import type { TrustProxy } from './trusted-proxies.js';

export { ConfigError };

/** The passwords that `npm start` prints: the administrator's without ADMIN_PASSWORD, and the demo shoppers'. */
export const DEMO_PASSWORDS = { admin: 'admin123', khach: 'khach123' } as const;
const SHORTEST_SECRET = 32;

/** Which engine the search by words and picture runs on, and what that one needs. */
export type AiSearchSettings =
  | { provider: 'builtin' }
  | { provider: 'onnx'; folder: string }
  | {
      provider: 'openai';
      /** Where the API begins, without a slash at its end. */
      url: string;
      key: string | undefined;
      embeddingModel: string;
      visionModel: string;
      dimensions: number;
      callsPerMinute: number;
    };

/**
 * The settings of one process, checked (platform/config/schema.js is the table of them). Its class is the token under which they
 * are injected.
 */
export class Config {
  private constructor(
    private readonly env: Settings,
    /** Signs access and refresh tokens. */
    readonly jwtSecret: string,
  ) {}

  /**
   * The settings of this process. Names that look like a setting's are warned of on standard error; with wrong settings
   * the process says a sentence for each, and ends with 1.
   */
  static ofProcess(): Config {
    for (const { sentence } of strayNames(process.env)) console.error(sentence);
    try {
      return Config.from(process.env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      console.error(error.message);
      process.exit(1);
    }
  }

  /**
   * @param source as `process.env`
   * @throws ConfigError with a sentence for each setting that is wrong, or unsafe in production
   */
  static from(source: NodeJS.ProcessEnv): Config {
    const env = readSettings(source, 'backend');
    return new Config(env, env.JWT_SECRET ?? keptSecret(path.resolve(env.DATA_DIR)));
  }

  private get mode() {
    return this.env.NODE_ENV ?? 'development';
  }
  get isProduction(): boolean {
    return this.mode === 'production';
  }
  get isTest(): boolean {
    return this.mode === 'test';
  }
  get databaseUrl(): string {
    return this.env.DATABASE_URL!; // required of the backend
  }
  /** The most connections in the pool of this process; undefined: 15. */
  get databasePool(): number | undefined {
    return this.env.DATABASE_POOL;
  }
  /** Undefined: queues are kept in PostgreSQL. */
  get redisUrl(): string | undefined {
    return this.env.REDIS_URL;
  }
  get dataDir(): string {
    return path.resolve(this.env.DATA_DIR);
  }
  /** Where the backend itself listens; shoppers reach it through the web server. */
  get listen(): { host: string; port: number } {
    return { host: this.env.BACKEND_HOST, port: this.env.BACKEND_PORT ?? 3001 };
  }
  /** Where a worker tells its metrics; undefined: nowhere. */
  get workerMetrics(): { host: string; port: number } | undefined {
    const port = this.env.WORKER_METRICS_PORT;
    return port === undefined ? undefined : { host: this.env.BACKEND_HOST, port };
  }
  /** The public origin, without a slash at its end. */
  get publicUrl(): string {
    return this.env.PUBLIC_URL ?? localUrl(this.env.HOST, this.env.PORT);
  }
  /** Settings that the shop starts with but an operator should change, a sentence each. */
  get warnings(): string[] {
    if (!this.isProduction || !ONLY_HERE.test(this.publicUrl)) return [];
    return [
      `Links in mails lead to ${this.publicUrl}, which shoppers cannot reach: set PUBLIC_URL to the address that they see.`,
    ];
  }
  /** Whose word about the caller is taken, as Express's `trust proxy`. */
  get trustProxy(): TrustProxy {
    return this.env.TRUST_PROXY;
  }
  /** How long a process that was told to stop says so at /readyz before it stops taking work, in milliseconds. */
  get drain(): number {
    return this.env.DRAIN_SECONDS * 1_000;
  }
  /** The card provider's keys; null while the payment sandbox stands in for it. */
  get stripe(): { secretKey: string; publishableKey: string; webhookSecret: string } | null {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = this.env;
    if (!STRIPE_SECRET_KEY) return null;
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
    };
  }
  /** Undefined: mails are kept under DATA_DIR/mail, one file each. */
  get smtpUrl(): string | undefined {
    return this.env.SMTP_URL;
  }
  get admin(): { username: string; email: string; password: string } {
    return {
      username: this.env.ADMIN_USERNAME,
      email: this.env.ADMIN_EMAIL,
      password: this.env.ADMIN_PASSWORD ?? DEMO_PASSWORDS.admin,
    };
  }
  /** The keys of those by whom people may sign in; null for one that is not set up. */
  get oauth(): Record<'google' | 'facebook', { clientID: string; clientSecret: string } | null> {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = this.env;
    const keys = (clientID?: string, clientSecret?: string) =>
      clientID && clientSecret ? { clientID, clientSecret } : null;
    return {
      google: keys(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
      facebook: keys(FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET),
    };
  }
  /** Undefined outside tests, whatever the environment says. */
  get oauthStandIn(): string | undefined {
    return this.isTest ? this.env.OAUTH_STAND_IN : undefined;
  }
  /** How long an unpaid order keeps its goods, in milliseconds. */
  get orderPaymentWindow(): number {
    return this.env.ORDER_PAYMENT_WINDOW_MINUTES * 60_000;
  }
  get seed(): 'demo' | 'none' {
    return this.env.SEED ?? (this.mode === 'development' ? 'demo' : 'none');
  }
  /** Whether an import may fetch pictures from addresses that only the shop's own network reaches. */
  get fetchesFromPrivateNetwork(): boolean {
    return this.env.PICTURES_FROM_PRIVATE_NETWORK === 'on';
  }
  get aiSearch(): AiSearchSettings {
    const { env } = this;
    switch (env.AI_SEARCH_PROVIDER) {
      case 'builtin':
        return { provider: 'builtin' };
      case 'onnx':
        return { provider: 'onnx', folder: path.resolve(env.AI_SEARCH_MODEL_DIR ?? '') };
      case 'openai':
        return {
          provider: 'openai',
          url: env.AI_SEARCH_URL ?? '',
          key: env.AI_SEARCH_API_KEY,
          embeddingModel: env.AI_SEARCH_EMBEDDING_MODEL ?? '',
          visionModel: env.AI_SEARCH_VISION_MODEL ?? '',
          dimensions: env.AI_SEARCH_DIMENSIONS,
          callsPerMinute: env.AI_SEARCH_CALLS_PER_MINUTE,
        };
    }
  }
  get vectors(): 'scan' | 'pgvector' {
    return this.env.AI_SEARCH_VECTORS;
  }
  /** Whether too many tries are refused; tests of the load switch it off. */
  get limitsRates(): boolean {
    return this.env.RATE_LIMIT === 'on';
  }
  get logLevel(): string {
    return this.env.LOG_LEVEL ?? { production: 'info', development: 'warn', test: 'silent' }[this.mode];
  }
}

/** A machine's names for itself. */
const ONLY_HERE = /^https?:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(:\d+)?$/;

/** A server that listens on every address is reached as localhost; an IPv6 address stands in brackets in a URL. */
function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The secret under DATA_DIR, made at the first start; several processes that start at once end up with the same. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length < SHORTEST_SECRET) throw new Error('it is too short');
    return secret;
  } catch (error) {
    throw new ConfigError(`The signing secret ${file} cannot be used: ${(error as Error).message}.`);
  }
}
