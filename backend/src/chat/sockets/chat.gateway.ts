import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { LoginPrincipals } from '../../auth/login/login-principals.js';
import { Config } from '../../platform/config/config.js';
import { CHAT_CLOSE } from '../../contract/rules.js';
import { SUBPROTOCOL } from './chat-auth.service.js';
import { ChatSocket } from './chat-socket.js';
import { LiveRooms } from './live-rooms.js';
import { MessageRate } from './message-rate.js';
import { mayEnter } from '../room.js';
import type { AuthorizedRequest } from './room-sockets.adapter.js';
import { SendMessageService } from '../send-message.service.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

/** As of any JSON body: a message that is far too long is answered with a refusal too. */
const MAX_FRAME_BYTES = 100 * 1024;
const MAX_SOCKETS_PER_USER = 5;
/** Counts frames of every kind: invalid ones are answered too, and must not keep the server busy. */
const FRAMES_IN_WINDOW = 100;
const WINDOW_MS = 10_000;
const LOGIN_CHECK_MS = 1_000;
const PING_MS = 30_000;

/** The open chat sockets of this process. */
@WebSocketGateway({ path: '/ws/chat/:room', maxPayload: MAX_FRAME_BYTES, handleProtocols: () => SUBPROTOCOL })
export class ChatGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Chat');
  private readonly logUnchecked = repeatedLine((error: Error) =>
    this.logger.warn(`Logins could not be checked: ${error.message}`),
  );
  /** By user, oldest first. */
  private readonly sockets = new Map<number, Set<ChatSocket>>();
  private readonly frames: MessageRate;
  private readonly maxSockets: number;
  private readonly timers: NodeJS.Timeout[] = [];
  private isChecking = false;

  constructor(
    private readonly principals: LoginPrincipals,
    private readonly live: LiveRooms,
    private readonly sender: SendMessageService,
    config: Config,
  ) {
    this.maxSockets = config.limitsRates ? MAX_SOCKETS_PER_USER : Infinity;
    this.frames = new MessageRate(config.limitsRates ? FRAMES_IN_WINDOW : Infinity, WINDOW_MS);
  }

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => void this.checkLogins(), LOGIN_CHECK_MS).unref(),
      setInterval(() => this.ping(), PING_MS).unref(),
    );
  }

  beforeApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  handleConnection(opened: WebSocket, { auth: { who, room, last } }: AuthorizedRequest): void {
    const socket = new ChatSocket(opened, who, room);
    const own = this.sockets.get(who.id) ?? new Set();
    this.sockets.set(who.id, own.add(socket));
    // Drops the oldest: it may belong to a phone that has left its network.
    const [oldest] = own;
    if (oldest && own.size > this.maxSockets) this.drop(oldest, CHAT_CLOSE.replaced);
    this.live.join(room, socket, last);
    if (last > 0 && socket.side) this.live.markAllRead(room, socket.side);
    opened.on('message', (data: Buffer) => void this.read(socket, data.toString()));
    opened.on('close', () => this.leave(socket));
  }

  /** Pings all sockets and drops those that have not answered the last ping. */
  ping(): void {
    for (const socket of this.all()) socket.ping();
    this.frames.forgetIdle();
    this.sender.dropIdle();
  }

  private async read(socket: ChatSocket, frame: string): Promise<void> {
    if (!this.sockets.get(socket.who.id)?.has(socket)) return;
    if (!this.frames.consume(socket.who.id)) return this.drop(socket, CHAT_CLOSE.tooMuch);
    const answer = await this.sender.send(socket.who, socket.room, frame);
    if (answer) socket.send(JSON.stringify(answer));
  }

  /** Drops sockets whose login was revoked, whose account was closed, or whose user may no longer enter the room. */
  private async checkLogins(): Promise<void> {
    if (this.isChecking || this.sockets.size === 0) return;
    this.isChecking = true;
    try {
      const sockets = this.all();
      const active = await this.principals.readActive(sockets.map(({ who }) => who.loginId));
      for (const socket of sockets) {
        const who = active.get(socket.who.loginId);
        if (!who) this.drop(socket, CHAT_CLOSE.loginOver);
        else if (!mayEnter(socket.room, who)) this.drop(socket, CHAT_CLOSE.forbidden);
        else socket.who = who;
      }
    } catch (error) {
      this.logUnchecked(error as Error);
    } finally {
      this.isChecking = false;
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
