import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { StoredMessage } from '../messages.service.js';
import { CHANNEL, decodeRelayEvent, encodeRelayEvent, batchEvents, type Relay, type RelayListener } from './relay.js';

const RETRY_MS = 500;
const HEARTBEAT_MS = 15_000;
/** A NOTIFY payload must be shorter than 8,000 bytes. */
const MAX_PAYLOAD = 7_990;

/**
 * A relay over LISTEN and NOTIFY. Notifications are sent outside of the message's transaction, because PostgreSQL commits
 * notifying transactions one after the other, each waiting for the disk.
 */
export class PostgresRelay implements Relay {
  private readonly logger = new Logger('Chat');
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private isLive = false;
  private isStopped = false;
  private readonly send: (event: string) => void;

  constructor(
    private readonly url: string,
    db: DataSource,
  ) {
    this.send = batchEvents((payload) => db.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]), MAX_PAYLOAD);
  }

  start(listener: RelayListener): void {
    void this.listen(listener);
    this.heartbeat = setInterval(() => void this.checkConnection(listener), HEARTBEAT_MS).unref();
  }

  publish(message: StoredMessage): void {
    this.send(encodeRelayEvent(message, MAX_PAYLOAD - 2));
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
    client.on('notification', ({ payload }) => listener.heard(decodeRelayEvent(payload ?? '[]')));
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

  /** Detects a connection whose peer vanished silently. */
  private async checkConnection(listener: RelayListener): Promise<void> {
    const { client } = this;
    if (client && this.isLive) await client.query('SELECT 1').catch(() => this.lost(client, listener));
  }

  private lost(client: pg.Client, listener: RelayListener): void {
    if (this.isStopped || client !== this.client) return;
    this.client = undefined;
    if (this.isLive) this.logger.warn('The LISTEN connection is lost; messages are polled until it is back');
    this.isLive = false;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(listener), RETRY_MS);
  }
}
