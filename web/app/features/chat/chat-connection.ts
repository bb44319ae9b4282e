import type { ChatMessage, ChatRefusal } from 'contract/chat';
import { CHAT_CLOSE } from 'contract/rules';
import { currentTokens } from '~/api/account/session';

/** `lost`: several attempts failed, or the shop closed the connection for good. */
export type ChatLink = 'connecting' | 'open' | 'lost';

interface ConnectionOwner {
  /** Called with each new state of the connection. */
  onLink: (link: ChatLink) => void;
  /** Called when the socket is open. */
  onOpen: () => void;
  /** Called with each frame of the shop. */
  onFrame: (frame: ChatMessage | ChatRefusal) => void;
  /** Fetches missed messages. If the access token has expired, this call renews it. */
  refresh: () => Promise<void>;
  /** Whether a reconnect is useful now. */
  canConnect: () => boolean;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A restart of the shop closes all connections at once. Their reconnects are spread over this time. */
const RESTART_SPREAD_MS = 4_500;
/** Failures in a row after which the page shows the loss. It goes on trying. */
const FAILURES_UNTIL_LOST = 4;
/** Time for the shop to confirm a message. After that the connection counts as dead. */
const CONFIRM_MS = 10_000;

/** The WebSocket of a chat room. It reconnects after failures, and when the device is online or the page visible again. */
export class ChatConnection {
  private link: ChatLink = 'connecting';
  private socket: WebSocket | undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private confirmation: ReturnType<typeof setTimeout> | undefined;
  private isStarted = false;

  constructor(
    private readonly room: string,
    private readonly owner: ConnectionOwner,
  ) {}

  get isRunning(): boolean {
    return this.isStarted;
  }

  /** Connects and stays connected. @returns a function that stops it */
  start(): () => void {
    this.isStarted = true;
    window.addEventListener('online', this.resume);
    window.addEventListener('offline', this.suspend);
    document.addEventListener('visibilitychange', this.resume);
    // A page with an open socket is not kept for going back.
    window.addEventListener('pagehide', this.suspend);
    window.addEventListener('pageshow', this.resumeFromCache);
    this.connect();
    return () => {
      window.removeEventListener('online', this.resume);
      window.removeEventListener('offline', this.suspend);
      document.removeEventListener('visibilitychange', this.resume);
      window.removeEventListener('pagehide', this.suspend);
      window.removeEventListener('pageshow', this.resumeFromCache);
      this.stop();
    };
  }

  /** Disconnects and does not reconnect. */
  stop(): void {
    this.isStarted = false;
    this.disconnect();
  }

  /** Reconnects at once, whatever failed before. */
  reconnect(): void {
    this.failures = 0;
    this.connect();
  }

  /** Sends a frame if the socket is open, and reconnects unless `confirm` is called in time. */
  send(frame: object): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(frame));
    this.confirmation ??= setTimeout(() => {
      this.confirmation = undefined;
      this.connect();
    }, CONFIRM_MS);
  }

  /** Reports that the shop has answered every sent frame. */
  confirm(): void {
    clearTimeout(this.confirmation);
    this.confirmation = undefined;
  }

  private connect() {
    this.disconnect();
    const tokens = currentTokens();
    if (!this.isStarted || tokens === null || !navigator.onLine) return;
    if (this.link !== 'lost') this.setLink('connecting');
    const url = `${location.origin.replace(/^http/, 'ws')}/ws/chat/${this.room}/`;
    const socket = new WebSocket(url, ['jwt', tokens.access]);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.failures = 0;
      this.setLink('open');
      this.owner.onOpen();
    };
    socket.onmessage = ({ data }) => this.owner.onFrame(JSON.parse(String(data)) as ChatMessage | ChatRefusal);
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      this.disconnect();
      this.scheduleRetry(code, wasOpen);
    };
  }

  private disconnect() {
    const { socket } = this;
    this.socket = undefined;
    clearTimeout(this.timer);
    this.confirm();
    socket?.close();
  }

  private scheduleRetry(code: number, wasOpen: boolean) {
    // A retry is useless: newer windows of this account have replaced the connection, or the account may not enter.
    if (code === CHAT_CLOSE.replaced || code === CHAT_CLOSE.forbidden) return this.setLink('lost');
    this.failures += 1;
    if (this.failures >= FAILURES_UNTIL_LOST) this.setLink('lost');
    else if (this.link === 'open') this.setLink('connecting');
    this.timer = setTimeout(() => void this.retry(code, wasOpen), this.pause(code));
  }

  /** @returns milliseconds until the next attempt: exponential backoff with jitter */
  private pause(code: number): number {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), MAX_PAUSE_MS);
    const spread = code === CHAT_CLOSE.restart ? RESTART_SPREAD_MS : longest / 2;
    return longest / 2 + spread * Math.random();
  }

  private async retry(code: number, wasOpen: boolean) {
    // A browser hides why a handshake was refused. An expired token is renewed by this call.
    if (!wasOpen || code === CHAT_CLOSE.loginOver) await this.owner.refresh();
    if (this.isStarted && this.owner.canConnect()) this.connect();
    else if (this.isStarted && this.socket === undefined) this.scheduleRetry(0, false);
  }

  private readonly resume = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    // An open connection may have died silently while the computer slept.
    if (this.link === 'open') void this.owner.refresh();
    else this.reconnect();
  };

  private readonly resumeFromCache = ({ persisted }: PageTransitionEvent) => {
    if (persisted) this.resume();
  };

  private readonly suspend = () => {
    this.disconnect();
    this.setLink('connecting');
  };

  private setLink(link: ChatLink) {
    this.link = link;
    this.owner.onLink(link);
  }
}
