import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../platform/http/access.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { Config } from '../platform/config/config.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.js';
import { ChatFrame, type ChatMessage, type ChatRefusal } from '../contract/chat.js';
import { TEXTS } from '../contract/rules.js';
import { LiveRooms } from './sockets/live-rooms.js';
import { MessagesService, messageView } from './messages.service.js';
import { type NewMessage } from './messages.sql.js';
import { MessageRate } from './sockets/message-rate.js';
import { sideOf, type Room } from './room.js';

const MESSAGES_IN_WINDOW = 20;
const WINDOW_MS = 10_000;
const UNREADABLE = 'Tin nhắn không hợp lệ';

/** Sends messages: checks a frame, stores its message, and then delivers it to the room. */
@Injectable()
export class SendMessageService {
  private readonly logger = new Logger('Chat');
  private readonly rate: MessageRate;
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly messages: MessagesService,
    private readonly live: LiveRooms,
    private readonly limits: RateLimits,
    config: Config,
  ) {
    this.rate = new MessageRate(config.limitsRates ? MESSAGES_IN_WINDOW : Infinity, WINDOW_MS);
  }

  /**
   * Sends the message of a frame. Never throws.
   * @param frame the text of the frame
   * @returns the answer for the sender alone: a refusal, or the message that they had sent before; else null
   */
  async send(who: Principal, room: Room, frame: string): Promise<ChatRefusal | ChatMessage | null> {
    const json = parse(frame);
    const parsed = ChatFrame.safeParse(json);
    const clientId = clientIdOf(json);
    const refuse = (error: string): ChatRefusal => ({ error, ...(clientId !== undefined && { client_id: clientId }) });
    if (!parsed.success) return refuse(isRecord(json) ? (parsed.error.issues[0]?.message ?? UNREADABLE) : UNREADABLE);
    const { message, sender_id: senderId = who.id } = parsed.data;
    if (message === '') return null;
    if (senderId !== who.id || sideOf(room, who) === null) return refuse(TEXTS.forbidden);
    if (!this.rate.consume(who.id)) return refuse('Bạn gửi tin quá nhanh. Vui lòng chờ vài giây.');
    try {
      if (!who.isAdmin) await this.limits.consume('chatMessagePerAccountDaily', who.id);
      const stored = await this.inTurn(room, { room, senderId, message, clientId });
      if (stored.isRepeated) return messageView(stored);
      return null;
    } catch (error) {
      if (error instanceof ShopError) return refuse(error.message);
      this.logger.error({ err: error }, 'A message was not stored');
      return refuse(TEXTS.unavailable);
    }
  }

  /** Drops the rate limits of idle users. */
  dropIdle(): void {
    this.rate.forgetIdle();
  }

  /**
   * Stores the messages of a room one at a time: in the database they would wait for each other anyway, each holding a
   * connection. This also publishes them in order.
   */
  private inTurn(room: Room, newMessage: NewMessage) {
    const before = this.turns.get(room.name) ?? Promise.resolve();
    const turn = before.then(async () => {
      const { isRepeated, ...stored } = await this.messages.store(newMessage);
      if (!isRepeated) this.live.publish(stored);
      return { isRepeated, ...stored };
    });
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (this.turns.get(room.name) === ended) this.turns.delete(room.name);
      });
    this.turns.set(room.name, ended);
    return turn;
  }
}

function parse(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the client id even from an invalid frame, so that its sender can match the refusal. */
function clientIdOf(read: unknown): string | undefined {
  const parsed = isRecord(read) ? ChatFrame.shape.client_id.safeParse(read.client_id) : undefined;
  return parsed?.data;
}
