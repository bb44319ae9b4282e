import path from 'node:path';
import { aiSearchSettings, type AiSearchSettings } from './ai-search-settings.js';
import { bucketSettings } from './bucket-settings.js';
import { logLevelOf } from './log-level.js';
import { keptSecret } from './kept-secret.js';
import { oauthKeys, type OauthKeys } from './oauth-keys.js';
import { localUrl, openingSetting, productionWarnings } from './reachability.js';
import { ConfigError, readSettings } from './environment/read.js';
import type { Settings } from './environment/schema.js';
import { strayNames } from './environment/stray-names.js';
import type { TrustProxy } from '../network/trusted-proxies.js';
import type { S3Settings } from './s3-settings.js';
import type { RetentionDays } from '../retention/retention.js';
import { traceSettings, type TraceSettings } from './trace-settings.js';

export { ConfigError };

/** The passwords that `npm start` prints: the administrator's when ADMIN_PASSWORD is unset, and the demo shopper's. */
export const DEMO_PASSWORDS = { admin: 'admin123', khach: 'khach123' } as const;
/** Where web servers usually are: this machine, private networks, and those of providers (RFC 6598), from which some clusters take pods' addresses. */
const PRIVATE_NETWORKS = ['loopback', 'uniquelocal', '100.64.0.0/10'];

/**
 * The validated settings of one process (environment/schema.js lists them). The class is also their injection token.
 */
export class Config {
  private constructor(
    private readonly env: Settings,
    /** Signs access and refresh tokens. */
    readonly jwtSecret: string,
  ) {}

  /**
   * Reads the settings of this process. Warns on standard error of names that look like a setting's; prints a sentence for each
   * invalid setting and exits with 1.
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
   * @param source like `process.env`
   * @throws ConfigError with a sentence for each setting that is invalid, or unsafe in production
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
    return this.env.DATABASE_URL!; // the schema requires it
  }
  /** The same database without a pooler between: a session is one connection there. */
  get directDatabaseUrl(): string {
    return this.env.DATABASE_DIRECT_URL ?? this.databaseUrl;
  }
  /** The streaming replica that catalogue reads may use; undefined without one. */
  get replica(): { url: string; maxLagMs: number } | undefined {
    const { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG_SECONDS: seconds } = this.env;
    return url === undefined ? undefined : { url, maxLagMs: seconds * 1_000 };
  }
  /** The maximum number of connections in this process's pool; undefined means 15. */
  get databasePool(): number | undefined {
    return this.env.DATABASE_POOL;
  }
  /** Undefined: the queues are in PostgreSQL. */
  get redisUrl(): string | undefined {
    return this.env.REDIS_URL;
  }
  get dataDir(): string {
    return path.resolve(this.env.DATA_DIR);
  }
  /** The bucket of pictures and of imports' files; undefined: they are folders of this machine. */
  get bucket(): S3Settings | undefined {
    const { MEDIA_URL } = this.env;
    return MEDIA_URL?.startsWith('s3://') ? this.bucketAt(MEDIA_URL) : undefined;
  }
  /** The folder of pictures on this machine, in use without a bucket. */
  get mediaDir(): string {
    const { MEDIA_URL } = this.env;
    return MEDIA_URL && !this.bucket ? path.resolve(MEDIA_URL) : path.join(this.dataDir, 'media');
  }
  /** @param url as MEDIA_URL: `s3://bucket/folder` */
  bucketAt(url: string): S3Settings {
    return bucketSettings(this.env, url);
  }
  /** Where browsers get pictures instead of from the shop, without a trailing slash. */
  get mediaPublicUrl(): string | undefined {
    return this.env.MEDIA_PUBLIC_URL;
  }
  /** The address on which the backend itself listens; shoppers reach it through the web server. */
  get listen(): { host: string; port: number } {
    return { host: this.env.BACKEND_HOST, port: this.env.BACKEND_PORT ?? 3001 };
  }
  /** The address on which a worker serves its metrics; undefined for none. */
  get workerMetrics(): { host: string; port: number } | undefined {
    const port = this.env.WORKER_METRICS_PORT;
    return port === undefined ? undefined : { host: this.env.BACKEND_HOST, port };
  }
  /** What Prometheus sends to read the metrics; undefined: only callers on this machine may. */
  get metricsToken(): string | undefined {
    return this.env.METRICS_TOKEN;
  }
  /** Where this process sends its traces; undefined: tracing is off. */
  get traces(): TraceSettings | undefined {
    return traceSettings(this.env);
  }
  /** The public origin, without a trailing slash. */
  get publicUrl(): string {
    return this.env.PUBLIC_URL ?? localUrl(this.env.HOST, this.env.PORT);
  }
  /** A sentence for each setting that the shop accepts but an operator should change. */
  get warnings(): string[] {
    return this.isProduction ? productionWarnings(this.publicUrl, this.smtpUrl) : [];
  }
  /** The setting that opens the shop to other machines: `HOST is "0.0.0.0"`. Undefined when only this machine reaches it. */
  get openedBy(): string | undefined {
    return openingSetting(this.env);
  }
  /** The web servers, whose forwarded addresses are trusted, as Express's `trust proxy`. */
  get webNetworks(): TrustProxy {
    return this.env.WEB_NETWORKS ?? PRIVATE_NETWORKS;
  }
  /** How long a stopping process reports this at /readyz before it stops accepting work, in milliseconds. */
  get drain(): number {
    return this.env.DRAIN_SECONDS * 1_000;
  }
  /** The card provider's keys; null while the payment sandbox is used. */
  get stripe(): { secretKey: string; publishableKey: string; webhookSecret: string } | null {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = this.env;
    if (!STRIPE_SECRET_KEY) return null;
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
    };
  }
  /** Undefined: mails are written to DATA_DIR/mail, one file each. */
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
  /** The OAuth keys for social login; null for a provider that is not configured. */
  get oauth(): OauthKeys {
    return oauthKeys(this.env);
  }
  /** Always undefined outside tests. */
  get oauthStandIn(): string | undefined {
    return this.isTest ? this.env.OAUTH_STAND_IN : undefined;
  }
  /** How long an unpaid order reserves its goods, in milliseconds. */
  get orderPaymentWindow(): number {
    return this.env.ORDER_PAYMENT_WINDOW_MINUTES * 60_000;
  }
  /** The hour at which a night begins, by the shop's clock. */
  get housekeepingHour(): number {
    return this.env.HOUSEKEEPING_HOUR;
  }
  get retentionDays(): RetentionDays {
    return {
      logins: this.env.RETENTION_LOGINS_DAYS,
      mails: this.env.RETENTION_MAILS_DAYS,
      importLines: this.env.RETENTION_IMPORT_LINES_DAYS,
      webhookEvents: this.env.RETENTION_WEBHOOK_EVENTS_DAYS,
    };
  }
  get seed(): 'demo' | 'none' {
    return this.env.SEED ?? (this.isProduction ? 'none' : 'demo');
  }
  /** Whether an import may fetch pictures from addresses in the shop's private network. */
  get fetchesFromPrivateNetwork(): boolean {
    return this.env.PICTURES_FROM_PRIVATE_NETWORK === 'on';
  }
  /** Whether webhooks may be sent to addresses in the shop's private network. */
  get sendsWebhooksToPrivateNetwork(): boolean {
    return this.env.WEBHOOKS_TO_PRIVATE_NETWORK === 'on';
  }
  get aiSearch(): AiSearchSettings {
    return aiSearchSettings(this.env);
  }
  get vectors(): 'scan' | 'pgvector' {
    return this.env.AI_SEARCH_VECTORS;
  }
  /** Whether callers on this machine are free of limits meant for strangers, see `isOwnMachine`. Never in production. */
  get exemptsOwnMachine(): boolean {
    return !this.isProduction;
  }
  /** Whether rate limits apply; load tests switch them off. */
  get limitsRates(): boolean {
    return this.env.RATE_LIMIT === 'on';
  }
  get logLevel(): string {
    return logLevelOf(this.env);
  }
}
