import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import { Config } from '../config.js';
import { ChatFrame, type ChatMessage, type ChatRefusal } from '../contract/chat.js';
import { TEXTS } from '../contract/rules.js';
import { LiveRooms } from './live-rooms.js';
import { MessagesService, messageView, type Saying } from './messages.service.js';
import { Pace } from './pace.js';
import { sideOf, type Room } from './room.js';

const MESSAGES_IN_WINDOW = 20;
const WINDOW_MS = 10_000;
const UNREADABLE = 'Tin nhắn không hợp lệ';

/** What somebody sends into a room: checked, stored, and only then told to everyone there. */
@Injectable()
export class SpeakingService {
  private readonly logger = new Logger('Chat');
  private readonly pace: Pace;
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly messages: MessagesService,
    private readonly live: LiveRooms,
    config: Config,
  ) {
    this.pace = new Pace(config.limitsRates ? MESSAGES_IN_WINDOW : Infinity, WINDOW_MS);
  }

  /**
   * Says what a frame holds. Never fails.
   * @param frame its text
   * @returns what the sender alone is answered: why it was refused, or the message that they had sent before; else null
   */
  async say(who: Principal, room: Room, frame: string): Promise<ChatRefusal | ChatMessage | null> {
    const read = parse(frame);
    const parsed = ChatFrame.safeParse(read);
    const clientId = clientIdOf(read);
    const refuse = (error: string): ChatRefusal => ({ error, ...(clientId !== undefined && { client_id: clientId }) });
    if (!parsed.success) return refuse(isRecord(read) ? (parsed.error.issues[0]?.message ?? UNREADABLE) : UNREADABLE);
    const { message, sender_id: senderId = who.id } = parsed.data;
    if (message === '') return null;
    if (senderId !== who.id || sideOf(room, who) === null) return refuse(TEXTS.forbidden);
    if (!this.pace.take(who.id)) return refuse('Bạn gửi tin quá nhanh. Vui lòng chờ vài giây.');
    try {
      const stored = await this.inTurn(room, { room, senderId, message, clientId });
      if (stored.isRepeated) return messageView(stored);
      return null;
    } catch (error) {
      if (error instanceof ShopError) return refuse(error.message);
      this.logger.error({ err: error }, 'A message was not stored');
      return refuse(TEXTS.unavailable);
    }
  }

  /** Forgets who has said nothing for a while. */
  tidy(): void {
    this.pace.forgetIdle();
  }

  /**
   * One message of a room at a time: they would wait for each other in the database anyhow, each holding a connection. So they are
   * also told in order.
   */
  private inTurn(room: Room, saying: Saying) {
    const before = this.turns.get(room.name) ?? Promise.resolve();
    const turn = before.then(async () => {
      const { isRepeated, ...stored } = await this.messages.store(saying);
      if (!isRepeated) this.live.tell(stored);
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

/** Also of a frame that is wrong otherwise, so that its sender knows which one it was. */
function clientIdOf(read: unknown): string | undefined {
  const found = isRecord(read) ? ChatFrame.shape.client_id.safeParse(read.client_id) : undefined;
  return found?.data;
}
