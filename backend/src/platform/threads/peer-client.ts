import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferListItem } from 'node:worker_threads';
import type { CallMessage, ResultMessage } from './serve-calls.js';

/** A thread or process that answers calls. */
export interface Peer {
  /** @param transfer memory that moves to a thread instead of being copied; a process gets a copy */
  post(message: CallMessage, transfer: TransferListItem[]): void;
  /** Whether it keeps this process alive. */
  setRef(isRef: boolean): void;
  end(): Promise<unknown>;
}

/** What a peer reports. */
export interface PeerEvents {
  onMessage: (message: ResultMessage) => void;
  onError: (error: Error) => void;
  onExit: () => void;
}

interface PendingCall {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  limit: NodeJS.Timeout | undefined;
}

/** How long a peer may idle and work, in milliseconds; without a number, as long as it likes. */
export interface PeerLimits {
  /** After this long without a call the peer ends to free its memory; the next call starts another. */
  idleMs?: number;
  /**
   * A call without an answer by then is rejected, and so are all others: the peer hangs and is ended. The next call starts another.
   * Only for processes: ending a thread inside a native library can crash the whole process.
   */
  maxCallMs?: number;
}

/** How long `close` waits for pending calls, in milliseconds. */
const CLOSE_TIMEOUT_MS = 3_000;
const POLL_MS = 10;

/**
 * Calls a peer. It starts with the first call; when it exits unexpectedly or hangs, pending calls are rejected and the next call
 * starts a new one. An idle peer does not keep this process alive. After `close`, calls are rejected.
 */
export abstract class PeerClient {
  private readonly calls = new Map<number, PendingCall>();
  private peer: Peer | undefined;
  private idle: NodeJS.Timeout | undefined;
  private retired: Promise<unknown> | undefined;
  private lastId = 0;
  private isClosed = false;

  /** @param name of the peer, for messages */
  protected constructor(
    private readonly name: string,
    private readonly limits: PeerLimits = {},
  ) {}

  protected abstract start(events: PeerEvents): Peer;

  /** The number of calls without an answer. */
  get pending(): number {
    return this.calls.size;
  }

  /**
   * Calls the peer.
   *
   * @param transfer memory that moves to a thread instead of being copied
   * @param signal aborts the call: the peer receives the abort. The call stays pending until the peer has stopped, because the
   *   signal bounds the peer's work, not the caller's wait
   */
  call<T>(request: unknown, transfer: TransferListItem[] = [], signal?: AbortSignal): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error(`The ${this.name} is closed`));
    if (signal?.aborted) return Promise.reject(aborted(signal));
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const peer = (this.peer ??= this.startPeer());
    const result = new Promise<T>((resolve, reject) =>
      this.calls.set(id, { resolve, reject, limit: this.limitCall() }),
    );
    peer.setRef(true);
    peer.post({ id, request, canAbort: signal !== undefined }, transfer);
    if (!signal) return result;
    signal.addEventListener('abort', () => this.abort(id), { once: true });
    return result.then((value) => {
      if (signal.aborted) throw aborted(signal);
      return value;
    });
  }

  private abort(id: number): void {
    if (this.calls.has(id)) this.peer?.post({ id, isAborted: true }, []);
  }

  private limitCall(): NodeJS.Timeout | undefined {
    const { maxCallMs } = this.limits;
    return maxCallMs === undefined ? undefined : setTimeout(() => this.endHung(maxCallMs), maxCallMs);
  }

  private endHung(ms: number): void {
    this.retire();
    this.rejectAll(new Error(`The ${this.name} did not answer for ${ms / 1_000} s and was ended`));
  }

  private rejectAll(why: Error): void {
    for (const { reject, limit } of this.calls.values()) {
      clearTimeout(limit);
      reject(why);
    }
    this.calls.clear();
  }

  private finish(id: number): void {
    clearTimeout(this.calls.get(id)?.limit);
    if (this.calls.delete(id) && this.calls.size === 0) this.startIdleTimer();
  }

  /**
   * Ends the peer after its pending calls, or after a timeout; then pending calls are rejected. A thread that is ended
   * inside a native library can crash the whole process.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    const until = Date.now() + CLOSE_TIMEOUT_MS;
    while (this.calls.size > 0 && Date.now() < until) await sleep(POLL_MS);
    await Promise.all([this.peer?.end(), this.retired]);
  }

  private startIdleTimer(): void {
    this.peer?.setRef(false);
    const { idleMs } = this.limits;
    if (idleMs !== undefined && !this.isClosed) this.idle = setTimeout(() => this.retire(), idleMs).unref();
  }

  private retire(): void {
    this.retired = this.peer?.end();
    this.peer = undefined;
  }

  private startPeer(): Peer {
    let why = new Error(`The ${this.name} ended`);
    const peer = this.start({
      onMessage: (message) => this.settle(message),
      onError: (error) => (why = error),
      onExit: () => {
        if (this.peer !== peer) return; // It was ended here, and another one may have started.
        this.peer = undefined;
        this.rejectAll(why);
      },
    });
    peer.setRef(false);
    return peer;
  }

  private settle(message: ResultMessage): void {
    const call = this.calls.get(message.id);
    this.finish(message.id);
    if ('error' in message) call?.reject(errorOf(message.error, message.stack));
    else call?.resolve(message.result as never);
  }
}

const aborted = ({ reason }: AbortSignal) => new Error('The call was aborted', { cause: reason });

/** The error of a peer, with the stack that it had there. */
function errorOf(text: string, stack: string | undefined): Error {
  const error = new Error(text);
  if (stack) error.stack = stack;
  return error;
}
