import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();

const Env = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  BACKEND_PORT: port.default(3001),
  BACKEND_HOST: z.string().default('127.0.0.1'),
  /** The address that shoppers see; links in mails and the payment sandbox's webhooks go there. */
  PUBLIC_URL: optional,
  DATABASE_URL: z.string('DATABASE_URL is needed: `npm start` gives one, or set it to a PostgreSQL 14 or newer'),
  REDIS_URL: optional,
  DATA_DIR: z.string().default('.data'),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  JWT_SECRET: optional,
  /** Outgoing mail: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  SMTP_URL: optional.refine(
    (url) => url === undefined || /^smtps?:\/\/[^/]/.test(url),
    'must begin with smtp:// or smtps://',
  ),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_EMAIL: z.string().default('admin@example.com'),
  ADMIN_PASSWORD: optional,
  ORDER_PAYMENT_WINDOW_MINUTES: z.coerce.number().int().min(1).max(100_000).default(1_440),
  SEED: z.enum(['demo', 'none']).optional(),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  FACEBOOK_CLIENT_ID: optional,
  FACEBOOK_CLIENT_SECRET: optional,
  /** Tests only: the server that stands in for Google and Facebook. */
  OAUTH_STAND_IN: optional,
  /** Whether pictures that a catalogue names may be fetched from the shop's own network too. */
  PICTURES_FROM_PRIVATE_NETWORK: z.enum(['on', 'off']).default('off'),
  /** Who describes pictures and words for the search, see docs/ai-search.md. */
  AI_SEARCH_PROVIDER: z.preprocess(
    (given) => given || undefined,
    z.enum(['builtin', 'onnx', 'openai'], 'must be builtin, onnx or openai').default('builtin'),
  ),
  /** For `onnx`: the folder of the model. */
  AI_SEARCH_MODEL_DIR: optional,
  /** For `openai`: where the API begins, `https://api.openai.com/v1`. */
  AI_SEARCH_URL: optional.refine(
    (url) => url === undefined || /^https?:\/\/[^/]/.test(url),
    'must begin with http:// or https://',
  ),
  AI_SEARCH_API_KEY: optional,
  AI_SEARCH_EMBEDDING_MODEL: optional,
  AI_SEARCH_VISION_MODEL: optional,
  AI_SEARCH_DIMENSIONS: z.coerce.number().int().min(8).max(4_000).default(1_536),
  AI_SEARCH_CALLS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(60),
  /** Where the vectors of pictures are looked through: in memory, or in PostgreSQL with its extension pgvector. */
  AI_SEARCH_VECTORS: z.enum(['scan', 'pgvector']).default('scan'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

const DEMO_ADMIN_PASSWORD = 'admin123';
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

/** A setting that the shop will not start with; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/**
 * The settings of one process, checked. This is the only reader of the environment; its class is the token under
 * which they are injected.
 */
export class Config {
  private constructor(
    private readonly env: z.infer<typeof Env>,
    /** Signs access and refresh tokens. */
    readonly jwtSecret: string,
  ) {}

  /**
   * @param source usually `process.env`
   * @throws ConfigError naming the variable, also when production would run on an unsafe default
   */
  static from(source: NodeJS.ProcessEnv): Config {
    const parsed = Env.safeParse(source);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
    }
    const env = parsed.data;
    if (env.NODE_ENV === 'production') refuseUnsafe(env);
    if (env.STRIPE_SECRET_KEY && !(env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET)) {
      throw new ConfigError('STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it.');
    }
    refuseHalfEngine(env);
    return new Config(env, env.JWT_SECRET ?? keptSecret(path.resolve(env.DATA_DIR)));
  }

  get isProduction(): boolean {
    return this.env.NODE_ENV === 'production';
  }
  get isTest(): boolean {
    return this.env.NODE_ENV === 'test';
  }
  get databaseUrl(): string {
    return this.env.DATABASE_URL;
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
    return { host: this.env.BACKEND_HOST, port: this.env.BACKEND_PORT };
  }
  /** The public origin, without a slash at its end. */
  get publicUrl(): string {
    return (this.env.PUBLIC_URL ?? `http://${this.env.HOST}:${this.env.PORT}`).replace(/\/+$/, '');
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
      password: this.env.ADMIN_PASSWORD ?? DEMO_ADMIN_PASSWORD,
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
    return this.env.SEED ?? (this.env.NODE_ENV === 'development' ? 'demo' : 'none');
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
          url: (env.AI_SEARCH_URL ?? '').replace(/\/+$/, ''),
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
    return this.env.LOG_LEVEL ?? { production: 'info', development: 'warn', test: 'silent' }[this.env.NODE_ENV];
  }
}

function refuseUnsafe(env: z.infer<typeof Env>): void {
  if (!env.JWT_SECRET || env.JWT_SECRET.length < SHORTEST_SECRET) {
    throw new ConfigError(`JWT_SECRET of at least ${SHORTEST_SECRET} characters is required in production.`);
  }
  if (!env.ADMIN_PASSWORD || env.ADMIN_PASSWORD === DEMO_ADMIN_PASSWORD) {
    throw new ConfigError('ADMIN_PASSWORD, and not the demo one, is required in production.');
  }
  if (env.RATE_LIMIT === 'off') throw new ConfigError('RATE_LIMIT=off is refused in production.');
}

const ENGINE_NEEDS = {
  builtin: [],
  onnx: ['AI_SEARCH_MODEL_DIR'],
  openai: ['AI_SEARCH_URL', 'AI_SEARCH_EMBEDDING_MODEL', 'AI_SEARCH_VISION_MODEL'],
} as const;

function refuseHalfEngine(env: z.infer<typeof Env>): void {
  const missing = ENGINE_NEEDS[env.AI_SEARCH_PROVIDER].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new ConfigError(`AI_SEARCH_PROVIDER=${env.AI_SEARCH_PROVIDER} needs ${missing.join(' and ')} beside it.`);
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
