import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { StoredMessage } from './messages.service.js';
import { CHANNEL, decodeNews, encodeNews, gather, type Relay, type RelayListener } from './relay.js';

const LARGEST_PAYLOAD = 256 * 1024;
const LONGEST_RETRY_MS = 2_000;

/** Redis' PUBLISH and SUBSCRIBE; ioredis connects and subscribes again by itself. */
export class RedisRelay implements Relay {
  private readonly logger = new Logger('Chat');
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly channel: string;
  private readonly send: (news: string) => void;

  constructor(url: string) {
    const options = {
      lazyConnect: true,
      retryStrategy: (attempt: number) => Math.min(100 * attempt, LONGEST_RETRY_MS),
    };
    // What can't be sent now is lost, and found in the database by those who miss it.
    this.publisher = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
    this.subscriber = new Redis(url, { ...options, maxRetriesPerRequest: null });
    // Unlike keys, channels are shared by all numbered databases of a server.
    this.channel = `${CHANNEL}:${this.publisher.options.db ?? 0}`;
    this.send = gather((payload) => this.publisher.publish(this.channel, payload), LARGEST_PAYLOAD);
  }

  start(listener: RelayListener): void {
    this.publisher.on('error', () => undefined);
    this.subscriber.on('error', (error) => this.logger.warn(`Redis cannot be reached: ${error.message}`));
    this.subscriber.on('message', (_channel, payload) => listener.heard(decodeNews(payload)));
    // After each connecting: a subscription made anew comes after whatever was missed.
    this.subscriber.on('ready', () => {
      this.subscriber.subscribe(this.channel).then(
        () => listener.restored(),
        () => undefined,
      );
    });
    for (const redis of [this.publisher, this.subscriber]) redis.connect().catch(() => undefined);
  }

  publish(message: StoredMessage): void {
    this.send(encodeNews(message));
  }

  async stop(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
