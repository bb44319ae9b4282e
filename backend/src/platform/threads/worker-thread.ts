import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, parentPort, type TransferListItem } from 'node:worker_threads';

type CallMessage = { id: number; question: unknown; canAbort: boolean } | { id: number; isAborted: true };

interface PendingCall {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

type ResultMessage = { id: number; answer: unknown } | { id: number; failed: string; stack?: string };

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
 * A worker thread with calls and answers. It starts with the first call; when it exits unexpectedly, pending calls are
 * rejected and the next call starts a new one. An idle thread does not keep the process alive, and ends after `idleMs`, if
 * given. After `close`, calls are rejected.
 */
export class WorkerThread {
  private readonly waiting = new Map<number, PendingCall>();
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private retired: Promise<unknown> | undefined;
  private last = 0;
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
    return this.waiting.size;
  }

  /**
   * Calls the thread.
   *
   * @param moved memory that is transferred instead of copied
   * @param signal aborts the call: the thread is told. The call stays pending until the thread has stopped: what it bounds is the
   *   thread's work, not who waits for it
   */
  call<T>(question: unknown, moved: TransferListItem[] = [], signal?: AbortSignal): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error(`The thread ${path.basename(String(this.file))} is closed`));
    if (signal?.aborted) return Promise.reject(aborted(signal));
    clearTimeout(this.idle);
    const id = ++this.last;
    const worker = (this.worker ??= this.start());
    const answer = new Promise<T>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    worker.ref();
    worker.postMessage({ id, question, canAbort: signal !== undefined } satisfies CallMessage, moved);
    if (!signal) return answer;
    signal.addEventListener('abort', () => this.abort(id), { once: true });
    return answer.then((given) => {
      if (signal.aborted) throw aborted(signal);
      return given;
    });
  }

  private abort(id: number): void {
    if (this.waiting.has(id)) this.worker?.postMessage({ id, isAborted: true } satisfies CallMessage);
  }

  private finish(id: number): void {
    if (this.waiting.delete(id) && this.waiting.size === 0) this.rest();
  }

  /**
   * Ends the thread after its pending calls, or after a timeout; then pending calls are rejected. A thread that is ended
   * inside a native library can crash the whole process.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    const until = Date.now() + CLOSE_TIMEOUT_MS;
    while (this.waiting.size > 0 && Date.now() < until) await sleep(POLL_MS);
    await Promise.all([this.worker?.terminate(), this.retired]);
  }

  private rest(): void {
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
    worker.on('message', (result: ResultMessage) => {
      const call = this.waiting.get(result.id);
      this.finish(result.id);
      if ('failed' in result) call?.reject(errorOf(result.failed, result.stack));
      else call?.resolve(result.answer as never);
    });
    let why = new Error(`The thread ${path.basename(String(this.file))} ended`);
    worker.once('error', (error) => (why = error));
    worker.once('exit', () => {
      if (this.worker !== worker) return; // It was retired, and another one may have started.
      this.worker = undefined;
      for (const { reject } of this.waiting.values()) reject(why);
      this.waiting.clear();
    });
    return worker;
  }
}

const aborted = ({ reason }: AbortSignal) => new Error('The call was aborted', { cause: reason });

/** The error of a thread, with the stack that it had there. */
function errorOf(failed: string, stack: string | undefined): Error {
  const error = new Error(failed);
  if (stack) error.stack = stack;
  return error;
}

/** The signal of calls that nobody can abort. */
const NEVER = new AbortController().signal;

/**
 * The thread's side: answers calls, concurrently where an answer is asynchronous.
 *
 * @param answer receives a signal that is aborted when nobody waits for the answer any more
 */
export function serveCalls(answer: (question: never, signal: AbortSignal) => Promise<unknown>): void {
  const port = parentPort!;
  const running = new Map<number, AbortController>();
  port.on('message', (message: CallMessage) => {
    const { id } = message;
    if ('isAborted' in message) return running.get(id)?.abort();
    // Making one takes longer than much of what is called for.
    const controller = message.canAbort ? new AbortController() : undefined;
    if (controller) running.set(id, controller);
    void answer(message.question as never, controller?.signal ?? NEVER)
      .then(
        (given) => port.postMessage({ id, answer: given } satisfies ResultMessage),
        (error: unknown) =>
          port.postMessage({ id, failed: String(error), stack: (error as Error)?.stack } satisfies ResultMessage),
      )
      .finally(() => running.delete(id));
  });
}
