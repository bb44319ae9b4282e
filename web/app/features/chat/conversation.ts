import type { ChatMessage, ChatRefusal } from 'contract/chat';
import { CHAT_PAGE } from 'contract/rules';
import { listMessages } from '~/api/chat';
import { failedWith, isRefusal, sentenceOf } from '~/api/http/client';
import { ChatConnection, type ChatLink } from './chat-connection';
import { newOutgoing, readOutbox, writeOutbox, type Outgoing } from './chat-outbox';
import { CHAT_LOST, mergeById, type ChatState } from './chat-state';
import { messagesAfter } from './messages-after';

/** The pause before messages that could not be fetched are fetched again. */
const RETRY_MS = 10_000;

/**
 * The messages of one chat room. After each interruption it fetches the missed messages, and it keeps sent messages until
 * the shop confirms them.
 */
export class Conversation {
  private state: ChatState;
  private readonly listeners = new Set<() => void>();
  /** No message up to this id is missing; null until the newest messages were loaded once. */
  private completeUpTo: number | null = null;
  private fetching: Promise<void> | undefined;
  /** Whether messages after `completeUpTo` may be missing, because the last fetch failed. */
  private hasGap = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly connection: ChatConnection;

  constructor(
    readonly room: string,
    readonly userId: number,
  ) {
    this.state = {
      link: 'connecting',
      history: 'loading',
      error: null,
      older: 'none',
      messages: [],
      outgoing: readOutbox({ room, userId }),
    };
    this.connection = new ChatConnection(room, {
      onLink: (link) => this.setLink(link),
      onOpen: () => this.resume(),
      onFrame: (frame) => this.receive(frame),
      refresh: () => this.fetch(),
      canConnect: () => this.state.history !== 'failed',
    });
  }

  readonly get = () => this.state;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Connects and stays connected. @returns a function that stops it */
  readonly start = () => this.connection.start();

  /** Sends a message. @returns false for a blank one, which is ignored */
  send(text: string): boolean {
    const message = text.trim();
    if (message === '') return false;
    const outgoing = newOutgoing(message, this.state.link === 'lost' ? CHAT_LOST : undefined);
    this.setOutgoing([...this.state.outgoing, outgoing]);
    this.transmit(outgoing);
    return true;
  }

  /** Retries a failed message. */
  retry(clientId: string) {
    this.changeOutgoing((outgoing) => outgoing.clientId === clientId, { state: 'sending', error: undefined });
    const retried = this.state.outgoing.find((outgoing) => outgoing.clientId === clientId);
    if (retried) this.transmit(retried);
    if (this.state.link !== 'open') this.reconnect();
  }

  /** Deletes a failed message. */
  discard(clientId: string) {
    this.setOutgoing(this.state.outgoing.filter((outgoing) => outgoing.clientId !== clientId));
  }

  /** Reconnects at once. */
  reconnect() {
    this.connection.reconnect();
  }

  /** Loads the page of messages before the oldest. */
  async loadOlder() {
    const [first] = this.state.messages;
    if (!first || this.state.older === 'none' || this.state.older === 'loading') return;
    this.set({ older: 'loading' });
    try {
      const page = await listMessages(this.room, { before: first.id });
      this.set({ messages: mergeById(this.state.messages, page), older: page.length < CHAT_PAGE ? 'none' : 'some' });
    } catch {
      this.set({ older: 'failed' });
    }
  }

  private setLink(link: ChatLink) {
    this.set({ link });
    if (link !== 'lost') return;
    this.changeOutgoing(({ state }) => state === 'sending', { state: 'failed', error: CHAT_LOST });
  }

  /** Fetches missed messages and resends pending ones on a new connection. */
  private resume() {
    // A running fetch began before the socket opened, and may miss messages sent in between.
    void (this.fetching ?? Promise.resolve()).then(() => this.fetch());
    for (const outgoing of this.state.outgoing) this.transmit(outgoing);
  }

  /** Fetches missed messages: at first the newest page, then all after the last message. Concurrent calls share one fetch. */
  private fetch(): Promise<void> {
    this.fetching ??= this.fetchMissing().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async fetchMissing() {
    if (this.state.history === 'failed') this.set({ history: 'loading' });
    try {
      if (this.completeUpTo) await this.fetchSince(this.completeUpTo);
      else await this.fetchNewest();
      this.hasGap = false;
      this.set({ history: 'ready', error: null });
    } catch (error) {
      if (failedWith(error, 403, 404)) this.connection.stop();
      this.hasGap = this.completeUpTo !== null;
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => this.fillGap(), RETRY_MS);
      // Loaded messages stay.
      if (this.completeUpTo === null || (isRefusal(error) && !this.connection.isRunning)) {
        this.set({ history: 'failed', error: sentenceOf(error) });
      }
    }
  }

  private async fetchNewest() {
    const newest = await listMessages(this.room);
    this.addMessages(newest);
    this.set({ older: newest.length < CHAT_PAGE ? 'none' : 'some' });
    this.completeUpTo = newest.at(-1)?.id ?? 0;
  }

  private async fetchSince(after: number) {
    for await (const page of messagesAfter(this.room, after)) {
      this.addMessages(page);
      this.completeUpTo = page.at(-1)!.id;
    }
  }

  /** Fetches again what could not be fetched. Without a connection, the next one does. */
  private fillGap() {
    if (this.hasGap && this.state.link === 'open' && this.connection.isRunning) void this.fetch();
  }

  private receive(frame: ChatMessage | ChatRefusal) {
    if (!('error' in frame)) {
      this.addMessages([frame]);
      // During a fetch, and before the first has succeeded, there may be a gap before this message.
      if (this.fetching || this.completeUpTo === null) return;
      if (this.hasGap) this.fillGap();
      else this.completeUpTo = Math.max(this.completeUpTo, frame.id);
      return;
    }
    const { error, client_id } = frame;
    this.changeOutgoing(({ clientId }) => clientId === client_id, { state: 'failed', error });
  }

  /** Merges messages. The user's own ones confirm the pending messages with their client id. */
  private addMessages(messages: readonly ChatMessage[]) {
    if (messages.length === 0) return;
    const own = messages.filter(({ sender_id: sender }) => sender === this.userId);
    const confirmed = new Set(own.map(({ client_id: clientId }) => clientId));
    this.set({ messages: mergeById(this.state.messages, messages) });
    const pending = this.state.outgoing.filter(({ clientId }) => !confirmed.has(clientId));
    if (pending.length < this.state.outgoing.length) this.setOutgoing(pending);
  }

  private transmit({ state, clientId, message }: Outgoing) {
    if (state !== 'sending') return;
    this.connection.send({ message, sender_id: this.userId, client_id: clientId });
  }

  private changeOutgoing(isChanged: (outgoing: Outgoing) => boolean, change: Pick<Outgoing, 'state' | 'error'>) {
    this.setOutgoing(
      this.state.outgoing.map((outgoing) => (isChanged(outgoing) ? { ...outgoing, ...change } : outgoing)),
    );
  }

  private setOutgoing(outgoing: readonly Outgoing[]) {
    this.set({ outgoing });
    writeOutbox(this, outgoing);
    if (!outgoing.some(({ state }) => state === 'sending')) this.connection.confirm();
  }

  private set(change: Partial<ChatState>) {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}
