import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { ReadReplica } from '../../platform/database/replica/read-replica.js';
import { poolOf } from '../../platform/database/connections/shared-pool.js';
import { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { counter } from '../../platform/metrics/registry.js';
import { runOn, type ReadSource } from './catalog-reads.sql.js';

const reads = counter('may_catalog_reads_total', 'Statements of catalogue reads by the server that answered them.', {
  server: ['replica', 'primary', 'primary_again'],
});

/**
 * Where the public reads of the catalogue come from: the replica while it has every change that this process has heard of, else
 * the primary. What the replica fails to answer, the primary answers.
 */
@Injectable()
export class CatalogSource implements ReadSource, OnApplicationBootstrap, OnApplicationShutdown {
  /** Undefined without DATABASE_REPLICA_URL. */
  readonly replica: ReadReplica | undefined;
  /** For what a shopper is about to buy: its price and stock. */
  readonly primary: ReadSource;

  constructor(@InjectDataSource() db: DataSource, changes: CatalogChanges, config: Config) {
    const { replica, databasePool: max } = config;
    this.primary = poolOf(db);
    if (!replica) return;
    const own = new ReadReplica({ ...replica, max, position: () => changes.position() });
    changes.onChange(() => own.changed());
    this.replica = own;
  }

  onApplicationBootstrap(): void {
    this.replica?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.stop();
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (this.replica?.isCurrent) {
      const result = await this.replica.read<Row>(statement).catch(() => undefined);
      reads.inc({ server: result ? 'replica' : 'primary_again' });
      if (result) return result;
    } else if (this.replica) reads.inc({ server: 'primary' });
    return runOn<Row>(this.primary, statement);
  }
}
