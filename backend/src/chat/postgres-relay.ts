import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { StoredMessage } from './messages.service.js';
import { CHANNEL, decodeNews, encodeNews, gather, type Relay, type RelayListener } from './relay.js';

const RETRY_MS = 500;
const HEARTBEAT_MS = 15_000;
/** PostgreSQL takes fewer than 8,000 bytes. */
const LARGEST_PAYLOAD = 7_990;

/**
 * LISTEN and NOTIFY. They are not sent in the message's own transaction: PostgreSQL lets transactions that notify commit only one
 * after the other, each waiting for the disk.
 */
export class PostgresRelay implements Relay {
  private readonly logger = new Logger('Chat');
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private isLive = false;
  private isStopped = false;
  private readonly send: (news: string) => void;

  constructor(
    private readonly url: string,
    db: DataSource,
  ) {
    this.send = gather((payload) => db.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]), LARGEST_PAYLOAD);
  }

  start(listener: RelayListener): void {
    void this.listen(listener);
    this.heartbeat = setInterval(() => void this.prove(listener), HEARTBEAT_MS).unref();
  }

  publish(message: StoredMessage): void {
    this.send(encodeNews(message, LARGEST_PAYLOAD - 2));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(listener: RelayListener): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'may-chat',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('notification', ({ payload }) => listener.heard(decodeNews(payload ?? '[]')));
    client.on('error', () => this.lost(client, listener));
    client.on('end', () => this.lost(client, listener));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.isLive = true;
      listener.restored();
    } catch {
      this.lost(client, listener);
    }
  }

  /** A connection whose other end is gone without a word fails here. */
  private async prove(listener: RelayListener): Promise<void> {
    const { client } = this;
    if (client && this.isLive) await client.query('SELECT 1').catch(() => this.lost(client, listener));
  }

  private lost(client: pg.Client, listener: RelayListener): void {
    if (this.isStopped || client !== this.client) return;
    this.client = undefined;
    if (this.isLive) this.logger.warn('The connection that hears of messages is lost; they are looked for meanwhile');
    this.isLive = false;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(listener), RETRY_MS);
  }
}
