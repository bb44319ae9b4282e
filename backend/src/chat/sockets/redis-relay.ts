import { Redis } from 'ioredis';
import { queueOutage } from '../../platform/queue/queue-outage.js';
import type { StoredMessage } from '../messages.sql.js';
import { CHANNEL, decodeRelayEvent, encodeRelayEvent, batchEvents, type Relay, type RelayListener } from './relay.js';

const MAX_PAYLOAD = 256 * 1024;
const MAX_RETRY_MS = 2_000;

/** A relay over Redis PUBLISH and SUBSCRIBE; ioredis reconnects and resubscribes by itself. */
export class RedisRelay implements Relay {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly channel: string;
  private readonly send: (event: string) => void;

  constructor(url: string) {
    const options = {
      lazyConnect: true,
      retryStrategy: (attempt: number) => Math.min(100 * attempt, MAX_RETRY_MS),
    };
    // An event that cannot be sent now is dropped: listeners find its message in the database.
    this.publisher = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
    this.subscriber = new Redis(url, { ...options, maxRetriesPerRequest: null });
    // Unlike keys, channels are shared by all numbered databases of a server.
    this.channel = `${CHANNEL}:${this.publisher.options.db ?? 0}`;
    this.send = batchEvents((payload) => this.publisher.publish(this.channel, payload), MAX_PAYLOAD);
  }

  start(listener: RelayListener): void {
    this.publisher.on('error', () => undefined);
    this.subscriber.on('error', (error) => queueOutage.note(error));
    this.subscriber.on('message', (_channel, payload) => listener.onEvents(decodeRelayEvent(payload)));
    // After each connect: messages may have been missed before the new subscription.
    this.subscriber.on('ready', () => {
      this.subscriber.subscribe(this.channel).then(
        () => listener.restored(),
        () => undefined,
      );
    });
    for (const redis of [this.publisher, this.subscriber]) redis.connect().catch(() => undefined);
  }

  publish(message: StoredMessage): void {
    this.send(encodeRelayEvent(message));
  }

  async stop(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
