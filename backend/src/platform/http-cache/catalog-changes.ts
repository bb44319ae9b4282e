import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { ListenConnection } from '../database/connections/listen-connection.js';
import { readPosition, type LogPosition } from '../database/replica/log-position.sql.js';
import { EVERYTHING, parseCatalogChange, type CatalogChange } from './catalog-change.js';

/** Changes that leave the words of the catalogue as they are. */
const LEAVE_WORDS = new Set<CatalogChange['kind']>(['availability', 'stock', 'reviewed', 'sold', 'curated']);

/**
 * Follows every change of the catalogue, whoever made it: triggers send `catalog_changed` when a transaction commits. While
 * the connection is down nothing may be cached, because changes are missed.
 */
@Injectable()
export class CatalogChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Raised by each change of what products say; sales, stock and reviews leave it. */
  generation = 0;

  private readonly logger = new Logger('Catalog');
  private readonly listeners = new Set<(change: CatalogChange) => void>();
  private readonly connection: ListenConnection;
  private roundTrip: Promise<void> | undefined;
  private nextRoundTrip: Promise<void> | undefined;

  constructor({ directDatabaseUrl: url }: Config) {
    this.connection = new ListenConnection(
      { url, channel: 'catalog_changed', name: 'may-catalog' },
      {
        onNotification: (payload) => this.changed(parseCatalogChange(payload)),
        onLive: () => this.changed(EVERYTHING),
        onLost: (wasLive) => {
          if (wasLive) this.logger.warn('The LISTEN connection is lost; nothing is cached until it is back');
          this.changed(EVERYTHING);
        },
      },
    );
  }

  /** Whether changes are being received. */
  get isLive(): boolean {
    return this.connection.isLive;
  }

  onApplicationBootstrap(): Promise<void> {
    return this.connection.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.connection.stop();
  }

  /** Calls back after each change; with "everything" when some may have been missed. @returns a function that ends it */
  onChange(listener: (change: CatalogChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Waits for every change that was committed before this call. Concurrent callers share a round trip. */
  settle(): Promise<void> {
    if (!this.roundTrip) {
      return (this.roundTrip = this.connection.roundTrip().finally(() => (this.roundTrip = undefined)));
    }
    // The one under way may have been answered before the caller's commit.
    this.nextRoundTrip ??= this.roundTrip.then(() => {
      this.nextRoundTrip = undefined;
      return this.settle();
    });
    return this.nextRoundTrip;
  }

  /** Reads how far the server has written its log. @throws Error while the connection is down */
  position(): Promise<LogPosition> {
    return readPosition((sql) => this.connection.runQuery(sql));
  }

  private changed(change: CatalogChange): void {
    if (!LEAVE_WORDS.has(change.kind)) this.generation++;
    for (const listener of this.listeners) listener(change);
  }
}
