import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, parentPort, type TransferListItem } from 'node:worker_threads';

type CallMessage = { id: number; request: unknown; canAbort: boolean } | { id: number; isAborted: true };

interface PendingCall {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

type ResultMessage = { id: number; result: unknown } | { id: number; error: string; stack?: string };

/** The heap limit of a thread, apart from the limit of the process: an index of 1,000,000 products fits. */
const MAX_MEGABYTES = 2_048;
/** How long `close` waits for pending calls, in milliseconds. */
const CLOSE_TIMEOUT_MS = 3_000;
const POLL_MS = 10;

/** Returns the project's folder, wherever this file was bundled to. */
export function projectFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/**
 * Returns the compiled file of a backend source, `builtFile('search/worker/search-thread.js')`: from the build that this
 * file belongs to, since a newer one may exist meanwhile; from the current build when this runs from source.
 */
export function builtFile(file: string): string {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const compiled = path.join(folder, 'src', file);
    if (existsSync(compiled)) return compiled;
  }
  return path.join(projectFolder(), 'dist/backend/src', file);
}

/**
 * A worker thread that answers calls. It starts with the first call; when it exits unexpectedly, pending calls are
 * rejected and the next call starts a new one. An idle thread does not keep the process alive, and ends after `idleMs`, if
 * given. After `close`, calls are rejected.
 */
export class WorkerThread {
  private readonly calls = new Map<number, PendingCall>();
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private retired: Promise<unknown> | undefined;
  private lastId = 0;
  private isClosed = false;

  /**
   * @param file the thread's program, which calls `serveCalls`
   * @param data its `workerData`
   * @param options `idleMs`: the idle time after which the thread ends to free its memory; the next call starts another.
   *   `maxMegabytes`: its heap; a thread that needs more ends, as one that fails
   */
  constructor(
    private readonly file: string | URL,
    private readonly data: unknown,
    private readonly options: { idleMs?: number; maxMegabytes?: number } = {},
  ) {}

  /** The number of calls without an answer. */
  get pending(): number {
    return this.calls.size;
  }

  /**
   * Calls the thread.
   *
   * @param transfer memory that moves to the thread instead of being copied
   * @param signal aborts the call: the thread receives the abort. The call stays pending until the thread has stopped, because the
   *   signal bounds the thread's work, not the caller's wait
   */
  call<T>(request: unknown, transfer: TransferListItem[] = [], signal?: AbortSignal): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error(`The thread ${path.basename(String(this.file))} is closed`));
    if (signal?.aborted) return Promise.reject(aborted(signal));
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const worker = (this.worker ??= this.start());
    const result = new Promise<T>((resolve, reject) => this.calls.set(id, { resolve, reject }));
    worker.ref();
    worker.postMessage({ id, request, canAbort: signal !== undefined } satisfies CallMessage, transfer);
    if (!signal) return result;
    signal.addEventListener('abort', () => this.abort(id), { once: true });
    return result.then((value) => {
      if (signal.aborted) throw aborted(signal);
      return value;
    });
  }

  private abort(id: number): void {
    if (this.calls.has(id)) this.worker?.postMessage({ id, isAborted: true } satisfies CallMessage);
  }

  private finish(id: number): void {
    if (this.calls.delete(id) && this.calls.size === 0) this.startIdleTimer();
  }

  /**
   * Ends the thread after its pending calls, or after a timeout; then pending calls are rejected. A thread that is ended
   * inside a native library can crash the whole process.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    const until = Date.now() + CLOSE_TIMEOUT_MS;
    while (this.calls.size > 0 && Date.now() < until) await sleep(POLL_MS);
    await Promise.all([this.worker?.terminate(), this.retired]);
  }

  private startIdleTimer(): void {
    this.worker?.unref();
    const { idleMs } = this.options;
    if (idleMs !== undefined && !this.isClosed) this.idle = setTimeout(() => this.retire(), idleMs).unref();
  }

  private retire(): void {
    this.retired = this.worker?.terminate();
    this.worker = undefined;
  }

  private start(): Worker {
    const worker = new Worker(this.file, {
      workerData: this.data,
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxMegabytes ?? MAX_MEGABYTES },
    });
    worker.unref();
    worker.on('message', (message: ResultMessage) => {
      const call = this.calls.get(message.id);
      this.finish(message.id);
      if ('error' in message) call?.reject(errorOf(message.error, message.stack));
      else call?.resolve(message.result as never);
    });
    let why = new Error(`The thread ${path.basename(String(this.file))} ended`);
    worker.once('error', (error) => (why = error));
    worker.once('exit', () => {
      if (this.worker !== worker) return; // It was retired, and another one may have started.
      this.worker = undefined;
      for (const { reject } of this.calls.values()) reject(why);
      this.calls.clear();
    });
    return worker;
  }
}

const aborted = ({ reason }: AbortSignal) => new Error('The call was aborted', { cause: reason });

/** The error of a thread, with the stack that it had there. */
function errorOf(text: string, stack: string | undefined): Error {
  const error = new Error(text);
  if (stack) error.stack = stack;
  return error;
}

/** The signal of calls that nobody can abort. */
const NEVER = new AbortController().signal;

/**
 * The thread's side: answers calls, concurrently where handling one is asynchronous.
 *
 * @param handle receives a signal that is aborted when nobody waits for the result any more
 */
export function serveCalls(handle: (request: never, signal: AbortSignal) => Promise<unknown>): void {
  const port = parentPort!;
  const running = new Map<number, AbortController>();
  port.on('message', (message: CallMessage) => {
    const { id } = message;
    if ('isAborted' in message) return running.get(id)?.abort();
    // An AbortController costs more than many calls.
    const controller = message.canAbort ? new AbortController() : undefined;
    if (controller) running.set(id, controller);
    void handle(message.request as never, controller?.signal ?? NEVER)
      .then(
        (result) => port.postMessage({ id, result } satisfies ResultMessage),
        (error: unknown) =>
          port.postMessage({ id, error: String(error), stack: (error as Error)?.stack } satisfies ResultMessage),
      )
      .finally(() => running.delete(id));
  });
}
