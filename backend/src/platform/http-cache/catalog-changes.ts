import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';

const RETRY_MS = 500;
const HEARTBEAT_MS = 15_000;

/**
 * Hears of every change of the catalogue, whoever made it: triggers send `catalog_changed` when a transaction commits. While
 * the connection is down nothing may be cached, because changes are missed.
 */
@Injectable()
export class CatalogChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Raised by each change; what was computed under an older one is not to be cached. */
  generation = 0;
  /** Whether changes are being heard. */
  isLive = false;

  private readonly logger = new Logger('Catalog');
  private readonly listeners = new Set<() => void>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private isClosed = false;
  private roundTrip: Promise<void> | undefined;
  private nextRoundTrip: Promise<void> | undefined;

  constructor(private readonly config: Config) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
    this.heartbeat = setInterval(() => void this.settle(), HEARTBEAT_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  /** Calls back after each change, and when changes may have been missed. @returns a function that ends it */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Waits until every change that was committed before this call has been heard: PostgreSQL hands notifications over
   * before it answers the next question of the listening connection. Callers at one time share a round trip.
   */
  settle(): Promise<void> {
    if (!this.roundTrip) return (this.roundTrip = this.ask().finally(() => (this.roundTrip = undefined)));
    // The one under way may have been answered before the caller's commit.
    this.nextRoundTrip ??= this.roundTrip.then(() => {
      this.nextRoundTrip = undefined;
      return this.settle();
    });
    return this.nextRoundTrip;
  }

  private async ask(): Promise<void> {
    const client = this.client;
    if (!client || !this.isLive) return;
    await client.query('SELECT 1').catch(() => this.lost(client));
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      application_name: 'may-catalog',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('notification', () => this.changed());
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    this.client = client;
    try {
      await client.connect();
      await client.query('LISTEN catalog_changed');
      this.isLive = true;
      // Whatever happened before the first LISTEN was answered is unknown.
      this.changed();
    } catch {
      this.lost(client);
    }
  }

  private lost(client: pg.Client): void {
    if (this.isClosed || client !== this.client) return;
    this.client = undefined;
    if (this.isLive)
      this.logger.warn('The connection that hears of changes is lost: answers are not cached until it is back');
    this.isLive = false;
    this.changed();
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RETRY_MS);
  }

  private changed(): void {
    this.generation++;
    for (const listener of this.listeners) listener();
  }
}
