import pg, { type PoolClient, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { currentCall } from '../../overload/call.js';
import { watchdog } from '../../overload/watchdog.js';
import { PrioritySemaphore } from './priority-semaphore.js';

type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * A connection pool with priorities. Calls other than payments hold at most two thirds of the connections, so a flood of them
 * queues by itself and payments still get through. A call's priority follows from its kind, see `kindOf`.
 *
 * The option `reservesConnections` enables the reservation. A process that serves no calls does not need it.
 */
export class SharedPool extends pg.Pool {
  readonly connections: PrioritySemaphore;

  constructor(config: PoolConfig & { max: number; reservesConnections?: boolean }) {
    super(config);
    this.connections = new PrioritySemaphore(config.max, {
      reserves: config.reservesConnections ?? false,
      isDatabase: true,
    });
  }

  /** @throws NoFreeSlot */
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('No connection')))),
      );
    }
    const call = currentCall();
    this.connections.acquire(call?.kind ?? 'write', (refusal, releaseSlot) => {
      if (refusal) return callback(refusal, undefined, () => undefined);
      super.connect((error, client) => {
        if (!client) {
          releaseSlot();
          return callback(error, undefined, () => undefined);
        }
        const release = client.release.bind(client);
        const releaseClient = (broken?: Error | boolean) => {
          release(broken);
          if (call) watchdog.note(call);
          releaseSlot();
        };
        client.release = releaseClient;
        callback(undefined, client, releaseClient);
      });
    });
  }
}

/** Returns the pool of a data source that was created with `dataSourceOptions`. */
export const poolOf = (db: DataSource): SharedPool => (db.driver as unknown as { master: SharedPool }).master;

/** Resolves when the database answers on a connection of the pool. */
export const ping = (db: DataSource): Promise<unknown> => db.query('SELECT 1');
