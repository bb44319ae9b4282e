import type { ChatMessage, ChatRefusal } from 'contract/chat';
import { CHAT_CLOSE, CHAT_PAGE, TEXTS } from 'contract/rules';
import { getMessages } from '~/api/chat';
import { failedWith, isRefusal, sentenceOf } from '~/api/http/client';
import { readOutbox, writeOutbox, type Outgoing } from './chat-outbox';
import { currentTokens } from '~/features/session/session';

/** A conversation as a page shows it. A new object after each change. */
export interface ChatState {
  /** `lost`: it was tried for a while in vain, or the shop ended it. */
  link: 'connecting' | 'open' | 'lost';
  /** Whether the newest messages are here. */
  history: 'loading' | 'ready' | 'failed';
  /** Why they are not. */
  error: string | null;
  older: 'none' | 'some' | 'loading' | 'failed';
  /** By id. */
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** When the shop restarts, everybody's connection ends at the same moment. They come back over this long, not all at once. */
const RESTART_SPREAD_MS = 4_500;
/** After so many failures in a row the page says so; it goes on trying. */
const FAILURES_UNTIL_LOST = 4;
/** A message that the shop has not confirmed by then went into a dead connection. */
const CONFIRM_MS = 10_000;

/**
 * One room's messages: connected while it is started, and kept complete over every interruption. What is sent is kept until the
 * shop has given it back.
 */
export class Conversation {
  private state: ChatState;
  private readonly listeners = new Set<() => void>();
  private socket: WebSocket | undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private confirmation: ReturnType<typeof setTimeout> | undefined;
  /** Up to this id nothing is missing. */
  private complete = 0;
  private fetching: Promise<void> | undefined;
  private isStarted = false;

  constructor(
    readonly room: string,
    private readonly userId: number,
  ) {
    this.state = {
      link: 'connecting',
      history: 'loading',
      error: null,
      older: 'none',
      messages: [],
      outgoing: readOutbox(room),
    };
  }

  readonly get = () => this.state;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Connects and stays connected. @returns ends it */
  readonly start = () => {
    this.isStarted = true;
    window.addEventListener('online', this.wake);
    window.addEventListener('offline', this.sleep);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
    return () => {
      this.isStarted = false;
      window.removeEventListener('online', this.wake);
      window.removeEventListener('offline', this.sleep);
      document.removeEventListener('visibilitychange', this.wake);
      this.disconnect();
    };
  };

  /** Sends a message; blank ones are ignored. @returns whether there was something to send */
  send(text: string): boolean {
    const message = text.trim();
    if (message === '') return false;
    const isLost = this.state.link === 'lost';
    const outgoing: Outgoing = {
      clientId: newId(),
      message,
      createdAt: new Date().toISOString(),
      ...(isLost ? { state: 'failed', error: TEXTS.chatLost } : { state: 'sending' }),
    };
    this.setOutgoing([...this.state.outgoing, outgoing]);
    this.transmit(outgoing);
    return true;
  }

  /** Sends a message that failed once more. */
  retry(clientId: string) {
    this.setOutgoing(
      this.state.outgoing.map((one) =>
        one.clientId === clientId ? { ...one, state: 'sending', error: undefined } : one,
      ),
    );
    const again = this.state.outgoing.find((one) => one.clientId === clientId);
    if (again) this.transmit(again);
    if (this.state.link !== 'open') this.reconnect();
  }

  /** Gives up a message that failed. */
  discard(clientId: string) {
    this.setOutgoing(this.state.outgoing.filter((one) => one.clientId !== clientId));
  }

  /** Tries to connect now instead of later. */
  reconnect() {
    this.failures = 0;
    this.connect();
  }

  /** Fetches the page of messages before the oldest. */
  async loadOlder() {
    const [first] = this.state.messages;
    if (!first || this.state.older === 'none' || this.state.older === 'loading') return;
    this.set({ older: 'loading' });
    try {
      const found = await getMessages(this.room, { before: first.id });
      this.set({ messages: merge(this.state.messages, found), older: found.length < CHAT_PAGE ? 'none' : 'some' });
    } catch {
      this.set({ older: 'failed' });
    }
  }

  private connect() {
    this.disconnect();
    const tokens = currentTokens();
    if (!this.isStarted || tokens === null || !navigator.onLine) return;
    if (this.state.link !== 'lost') this.set({ link: 'connecting' });
    const url = `${location.origin.replace(/^http/, 'ws')}/ws/chat/${this.room}/`;
    const socket = new WebSocket(url, ['jwt', tokens.access]);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.failures = 0;
      this.set({ link: 'open' });
      // One that is under way began before the socket was open, and may miss what was said between.
      void (this.fetching ?? Promise.resolve()).then(() => this.fetch());
      for (const outgoing of this.state.outgoing) this.transmit(outgoing);
    };
    socket.onmessage = ({ data }) => this.hear(JSON.parse(String(data)) as ChatMessage | ChatRefusal);
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      this.disconnect();
      this.goOn(code, wasOpen);
    };
  }

  private disconnect() {
    const { socket } = this;
    this.socket = undefined;
    clearTimeout(this.timer);
    clearTimeout(this.confirmation);
    this.confirmation = undefined;
    socket?.close();
  }

  /** After a connection ended or was not made. */
  private goOn(code: number, wasOpen: boolean) {
    // Nothing is to be won by trying again by itself: this account has it open in newer windows, or may not come in.
    if (code === CHAT_CLOSE.replaced || code === CHAT_CLOSE.forbidden) return this.lose();
    this.failures += 1;
    if (this.failures >= FAILURES_UNTIL_LOST) this.lose();
    else if (this.state.link === 'open') this.set({ link: 'connecting' });
    this.timer = setTimeout(() => void this.tryAgain(wasOpen, code), this.pause(code));
  }

  /** Not all pages at once when the shop comes back. @returns milliseconds */
  private pause(code: number): number {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    const spread = code === CHAT_CLOSE.restart ? RESTART_SPREAD_MS : longest / 2;
    return longest / 2 + spread * Math.random();
  }

  /** A browser does not tell why a socket was refused. If it was for the token, this call renews it. */
  private async tryAgain(wasOpen: boolean, code: number) {
    if (!wasOpen || code === CHAT_CLOSE.loginOver) await this.fetch();
    if (this.isStarted && this.state.history !== 'failed') this.connect();
    else if (this.isStarted && this.socket === undefined) this.goOn(0, false);
  }

  private lose() {
    this.set({ link: 'lost' });
    this.setOutgoing(
      this.state.outgoing.map((one) =>
        one.state === 'sending' ? { ...one, state: 'failed', error: TEXTS.chatLost } : one,
      ),
    );
  }

  private readonly wake = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    // It may have died while the computer slept, without a word.
    if (this.state.link === 'open') void this.fetch();
    else this.reconnect();
  };

  private readonly sleep = () => {
    this.disconnect();
    this.set({ link: 'connecting' });
  };

  /** Gets what is missing: the newest page the first time, then what came after the last message. */
  private fetch(): Promise<void> {
    this.fetching ??= this.fetchMissing().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async fetchMissing() {
    if (this.state.history === 'failed') this.set({ history: 'loading' });
    try {
      if (this.complete === 0) {
        const newest = await getMessages(this.room);
        this.take(newest);
        this.set({ history: 'ready', error: null, older: newest.length < CHAT_PAGE ? 'none' : 'some' });
        this.complete = newest.at(-1)?.id ?? 0;
        return;
      }
      for (let found; ;) {
        found = await getMessages(this.room, { after: this.complete });
        this.take(found);
        this.complete = Math.max(this.complete, found.at(-1)?.id ?? 0);
        if (found.length < CHAT_PAGE) return;
      }
    } catch (error) {
      if (failedWith(error, 403, 404)) {
        this.isStarted = false;
        this.disconnect();
      }
      // What is on the screen stays there; the next connection looks again.
      if (this.state.messages.length === 0 || (isRefusal(error) && !this.isStarted)) {
        this.set({ history: 'failed', error: sentenceOf(error) });
      }
    }
  }

  private hear(said: ChatMessage | ChatRefusal) {
    if (!('error' in said)) {
      this.take([said]);
      // While missing ones are being fetched, this one may come after a gap.
      if (!this.fetching) this.complete = Math.max(this.complete, said.id);
      return;
    }
    const { error, client_id } = said;
    this.setOutgoing(
      this.state.outgoing.map((one) => (one.clientId === client_id ? { ...one, state: 'failed', error } : one)),
    );
  }

  /** Puts messages in their places; those of one's own that were on their way have arrived. */
  private take(found: readonly ChatMessage[]) {
    if (found.length === 0) return;
    const arrived = new Set(found.filter((one) => one.sender_id === this.userId).map((one) => one.client_id));
    this.set({ messages: merge(this.state.messages, found) });
    const rest = this.state.outgoing.filter((one) => !arrived.has(one.clientId));
    if (rest.length < this.state.outgoing.length) this.setOutgoing(rest);
  }

  private transmit({ state, clientId, message }: Outgoing) {
    if (state !== 'sending' || this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ message, sender_id: this.userId, client_id: clientId }));
    this.confirmation ??= setTimeout(() => {
      this.confirmation = undefined;
      if (this.state.outgoing.some((one) => one.state === 'sending')) this.connect();
    }, CONFIRM_MS);
  }

  private setOutgoing(outgoing: readonly Outgoing[]) {
    this.set({ outgoing });
    writeOutbox(this.room, outgoing);
    if (!outgoing.some((one) => one.state === 'sending')) {
      clearTimeout(this.confirmation);
      this.confirmation = undefined;
    }
  }

  private set(change: Partial<ChatState>) {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}

/** Both lists by id, each message once. */
function merge(some: readonly ChatMessage[], others: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...some, ...others].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** `crypto.randomUUID` is missing where the shop is served over plain http. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
