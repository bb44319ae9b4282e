import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import pg from 'pg';

const RETRY_MS = 500;
const HEARTBEAT_MS = 15_000;

/** Callbacks of the owner of a `ListenConnection`. */
interface Callbacks {
  onNotification: (payload: string) => void;
  /** Runs each time the connection starts to listen: earlier notifications may have been missed. */
  onLive: () => void;
  /** Runs each time the connection is lost or cannot be opened. */
  onLost: (wasLive: boolean) => void;
}

/**
 * A database connection that only listens to one channel (LISTEN). It reconnects when it is lost. A heartbeat notifies itself,
 * which detects a peer that vanished silently, and a pooler that forgot the LISTEN. Notifications sent while it is down are missed.
 */
export class ListenConnection {
  /** Whether notifications are being received. */
  isLive = false;

  private readonly heartbeatChannel = `heartbeat_${randomBytes(8).toString('hex')}`;
  private hasHeartbeat = false;
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** @param options.name is shown in `pg_stat_activity` */
  constructor(
    private readonly options: { url: string; channel: string; name: string },
    private readonly callbacks: Callbacks,
  ) {}

  /** Connects; resolves after the first attempt, whether it succeeded or not. */
  async start(): Promise<void> {
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
    await this.listen();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  /** Makes a round trip to the server. Notifications of earlier commits arrive before it returns. */
  async roundTrip(): Promise<void> {
    const { client } = this;
    if (client && this.isLive) await client.query('SELECT 1').catch(() => this.lost(client));
  }

  /**
   * Runs a statement on the connection. Notifications of earlier commits arrive before it returns.
   * @throws Error while the connection is down
   */
  async runQuery<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const { client } = this;
    if (!client || !this.isLive) throw new Error('The LISTEN connection is down');
    try {
      return (await client.query<Row>(sql)).rows;
    } catch (error) {
      // An error of the server leaves the connection as it was.
      if (!(error instanceof pg.DatabaseError)) this.lost(client);
      throw error;
    }
  }

  private async beat(): Promise<void> {
    const { client } = this;
    if (!client || !this.isLive) return;
    this.hasHeartbeat = false;
    await client.query('SELECT pg_notify($1, $2)', [this.heartbeatChannel, '']).catch(() => undefined);
    await this.roundTrip();
    if (!this.hasHeartbeat) this.lost(client);
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: this.options.name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.heartbeatChannel) this.hasHeartbeat = true;
      else this.callbacks.onNotification(payload);
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${this.options.channel}; LISTEN ${this.heartbeatChannel}`);
      this.isLive = true;
      this.callbacks.onLive();
    } catch {
      this.lost(client);
    }
  }

  private lost(client: pg.Client): void {
    if (this.isStopped || client !== this.client) return;
    const wasLive = this.isLive;
    this.client = undefined;
    this.isLive = false;
    this.callbacks.onLost(wasLive);
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RETRY_MS);
  }
}

/** Sends a payload to everyone who listens on a channel. */
export const notify = (db: DataSource, channel: string, payload: string): Promise<unknown> =>
  db.query('SELECT pg_notify($1, $2)', [channel, payload]);
