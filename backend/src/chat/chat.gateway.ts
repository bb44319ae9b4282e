import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { LoginsService } from '../auth/logins.service.js';
import { Config } from '../config.js';
import { CHAT_CLOSE } from '../contract/rules.js';
import { SUBPROTOCOL } from './admission.service.js';
import { ChatSocket } from './chat-socket.js';
import { LiveRooms } from './live-rooms.js';
import { Pace } from './pace.js';
import { mayEnter } from './room.js';
import type { AdmittedRequest } from './room-sockets.adapter.js';
import { SpeakingService } from './speaking.service.js';

const LARGEST_FRAME = 16 * 1024;
const SOCKETS_OF_A_USER = 5;
/** Frames of any kind: what is wrong is answered, and that must not be used to keep the shop busy. */
const FRAMES_IN_WINDOW = 100;
const WINDOW_MS = 10_000;
const LOOK_MS = 1_000;
const PING_MS = 30_000;

/** The open chat sockets of this process. */
@WebSocketGateway({ path: '/ws/chat/:room', maxPayload: LARGEST_FRAME, handleProtocols: () => SUBPROTOCOL })
export class ChatGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Chat');
  /** By user, the oldest first. */
  private readonly sockets = new Map<number, Set<ChatSocket>>();
  private readonly frames: Pace;
  private readonly timers: NodeJS.Timeout[] = [];
  private isLooking = false;

  constructor(
    private readonly logins: LoginsService,
    private readonly live: LiveRooms,
    private readonly speaking: SpeakingService,
    config: Config,
  ) {
    this.frames = new Pace(config.limitsRates ? FRAMES_IN_WINDOW : Infinity, WINDOW_MS);
  }

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => void this.look(), LOOK_MS).unref(),
      setInterval(() => this.ping(), PING_MS).unref(),
    );
  }

  beforeApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  handleConnection(opened: WebSocket, { admission: { who, room, last } }: AdmittedRequest): void {
    const socket = new ChatSocket(opened, who, room);
    const own = this.sockets.get(who.id) ?? new Set();
    this.sockets.set(who.id, own.add(socket));
    // The oldest goes: it may be one that a phone has left behind in another network.
    const [oldest] = own;
    if (oldest && own.size > SOCKETS_OF_A_USER) this.drop(oldest, CHAT_CLOSE.replaced);
    this.live.join(room, socket, last);
    if (last > 0 && socket.side) this.live.markAllRead(room, socket.side);
    opened.on('message', (data: Buffer) => void this.read(socket, data.toString()));
    opened.on('close', () => this.leave(socket));
  }

  /** Drops the sockets that have not answered since the last time, and asks the others. */
  ping(): void {
    for (const socket of this.all()) socket.ping();
    this.frames.forgetIdle();
    this.speaking.tidy();
  }

  private async read(socket: ChatSocket, frame: string): Promise<void> {
    if (!this.sockets.get(socket.who.id)?.has(socket)) return;
    if (!this.frames.take(socket.who.id)) return this.drop(socket, CHAT_CLOSE.tooMuch);
    const answer = await this.speaking.say(socket.who, socket.room, frame);
    if (answer) socket.send(JSON.stringify(answer));
  }

  /** Ends the sockets of logins that were revoked, of accounts that were closed, and of whom a room is no longer open to. */
  private async look(): Promise<void> {
    if (this.isLooking || this.sockets.size === 0) return;
    this.isLooking = true;
    try {
      const asked = this.all();
      const living = await this.logins.living(asked.map(({ who }) => who.loginId));
      for (const socket of asked) {
        const who = living.get(socket.who.loginId);
        if (!who) this.drop(socket, CHAT_CLOSE.loginOver);
        else if (!mayEnter(socket.room, who)) this.drop(socket, CHAT_CLOSE.forbidden);
        else socket.who = who;
      }
    } catch (error) {
      this.logger.warn(`Whether logins still live could not be asked: ${(error as Error).message}`);
    } finally {
      this.isLooking = false;
    }
  }

  private all(): ChatSocket[] {
    return [...this.sockets.values()].flatMap((own) => [...own]);
  }

  private drop(socket: ChatSocket, code: number): void {
    this.leave(socket);
    socket.close(code);
  }

  private leave(socket: ChatSocket): void {
    const own = this.sockets.get(socket.who.id);
    own?.delete(socket);
    if (own?.size === 0) this.sockets.delete(socket.who.id);
    this.live.leave(socket.room, socket);
  }
}
