import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { ErrorBody } from '../../src/contract/common.js';
import { ChatMessage, type ChatRefusal } from '../../src/contract/chat.js';
import type { Client } from '../support/client.js';
import { shop } from '../support/client.js';
import { until } from '../support/until.js';

/** The contract's message, and nothing beside it. */
const Said = ChatMessage.strict();

/** Somebody at a chat's socket. */
export class Talker {
  /** What came, in order. */
  readonly messages: ChatMessage[] = [];
  readonly refusals: ChatRefusal[] = [];
  /** Why the shop closed the socket; undefined while it is open. */
  closed: number | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ChatMessage | ChatRefusal;
      if ('error' in frame) this.refusals.push(frame);
      else this.messages.push(Said.parse(frame));
    });
    socket.on('close', (code) => (this.closed = code)).on('error', () => undefined);
  }

  /** @param at the process to connect to; the shop of the test file if left out */
  static async enter(who: Client, room: string, at = shop().url): Promise<Talker> {
    const socket = new WebSocket(addressOf(room, at), ['jwt', who.access ?? '']);
    const talker = new Talker(socket);
    await once(socket, 'open');
    return talker;
  }

  /** Sends a message, or a frame as it is. */
  say(frame: string | object): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  get texts(): string[] {
    return this.messages.map(({ message }) => message);
  }

  /** Waits until the given number of messages has come. */
  async hears(count: number, limitMs = 10_000): Promise<void> {
    await until(
      () => `${count} messages, not ${this.messages.length}`,
      () => this.messages.length >= count,
      limitMs,
    );
  }
  async isRefused(count = 1): Promise<void> {
    await until(`${count} refusals`, () => this.refusals.length >= count, 5_000);
  }
  async isClosed(limitMs = 5_000): Promise<number | undefined> {
    await until('the socket is closed', () => this.closed !== undefined, limitMs);
    return this.closed;
  }
  leave(): void {
    this.socket.close();
  }
}

/** Asks for a socket and expects to be refused. @returns status, headers and the error's sentence */
export async function refusal(room: string, protocols: string[], headers: Record<string, string> = {}) {
  const socket = new WebSocket(addressOf(room, shop().url), protocols, { headers });
  socket.on('error', () => undefined);
  const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const { detail } = ErrorBody.parse(JSON.parse(await text(reply)));
  return { status: reply.statusCode, authenticate: reply.headers['www-authenticate'], detail };
}

const addressOf = (room: string, url: string) => `${url.replace('http', 'ws')}/ws/chat/${room}/`;
