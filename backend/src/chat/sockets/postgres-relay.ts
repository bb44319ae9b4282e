import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ListenConnection, notify } from '../../platform/database/connections/listen-connection.js';
import type { StoredMessage } from '../messages.sql.js';
import { CHANNEL, decodeRelayEvent, encodeRelayEvent, batchEvents, type Relay, type RelayListener } from './relay.js';

/** A NOTIFY payload must be shorter than 8,000 bytes. */
const MAX_PAYLOAD = 7_990;

/**
 * A relay over LISTEN and NOTIFY. Notifications are sent outside of the message's transaction, because PostgreSQL commits
 * notifying transactions one after the other, each waiting for the disk.
 */
export class PostgresRelay implements Relay {
  private readonly logger = new Logger('Chat');
  private readonly send: (event: string) => void;
  private connection: ListenConnection | undefined;

  constructor(
    private readonly url: string,
    db: DataSource,
  ) {
    this.send = batchEvents((payload) => notify(db, CHANNEL, payload), MAX_PAYLOAD);
  }

  start(listener: RelayListener): void {
    this.connection = new ListenConnection(
      { url: this.url, channel: CHANNEL, name: 'may-chat' },
      {
        onNotification: (payload) => listener.onEvents(decodeRelayEvent(payload || '[]')),
        onLive: () => listener.restored(),
        onLost: (wasLive) => {
          if (wasLive) this.logger.warn('The LISTEN connection is lost; messages are polled until it is back');
        },
      },
    );
    void this.connection.start();
  }

  publish(message: StoredMessage): void {
    this.send(encodeRelayEvent(message, MAX_PAYLOAD - 2));
  }

  async stop(): Promise<void> {
    await this.connection?.stop();
  }
}
