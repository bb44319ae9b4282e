import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, parentPort, type TransferListItem } from 'node:worker_threads';

interface Asked {
  id: number;
  question: unknown;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

type Told = { id: number; answer: unknown } | { id: number; failed: string };

/** A thread's own heap: the process's limit is meant for what the process holds itself. */
const MOST_MEGABYTES = 2_048;
/** In milliseconds: so long a thread that is to end may take for what it was asked. */
const LAST_WORDS_MS = 3_000;
const LOOK_MS = 10;

/** The project's folder, from which built code is found wherever this file was bundled to. */
export function projectFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/**
 * The compiled form of a source of the backend, `builtFile('ai-search/search-thread.js')`: of the build that this file
 * itself belongs to, for a newer one may be there meanwhile; of the current one when this runs from its source.
 */
export function builtFile(file: string): string {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const compiled = path.join(folder, 'src', file);
    if (existsSync(compiled)) return compiled;
  }
  return path.join(projectFolder(), 'dist/backend/src', file);
}

/**
 * A thread of which one asks things, in the order in which they are asked. It starts with the first of them; when it ends by
 * itself, those who wait are told, and the next question starts another. A process need not wait for it to be idle. Once
 * it is closed, whoever asks is refused.
 */
export class AskedThread {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private last = 0;
  private isClosed = false;

  /**
   * @param file what runs in it, which calls `answerQuestions`
   * @param data what it is started with
   */
  constructor(
    private readonly file: string,
    private readonly data: unknown,
  ) {}

  /** @param moved memory that is handed over rather than copied */
  ask<T>(question: unknown, moved: TransferListItem[] = []): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error(`The thread ${path.basename(this.file)} is closed`));
    const id = ++this.last;
    const worker = (this.worker ??= this.start());
    const answer = new Promise<T>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    worker.ref();
    worker.postMessage({ id, question } satisfies Asked, moved);
    return answer;
  }

  /**
   * Ends it when it has answered, or has had its time to; those who still wait are told. A thread that ends amid the work of a
   * native library can take the whole process with it.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    const until = Date.now() + LAST_WORDS_MS;
    while (this.waiting.size > 0 && Date.now() < until) await sleep(LOOK_MS);
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.file, {
      workerData: this.data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    worker.unref();
    worker.on('message', (told: Told) => {
      const asker = this.waiting.get(told.id);
      this.waiting.delete(told.id);
      if (this.waiting.size === 0) worker.unref();
      if ('failed' in told) asker?.reject(new Error(told.failed));
      else asker?.resolve(told.answer as never);
    });
    let why = new Error(`The thread ${path.basename(this.file)} ended`);
    worker.once('error', (error) => (why = error));
    worker.once('exit', () => {
      this.worker = undefined;
      for (const { reject } of this.waiting.values()) reject(why);
      this.waiting.clear();
    });
    return worker;
  }
}

/** The thread's half: answers each question, several at a time where an answer has to wait for something. */
export function answerQuestions(answer: (question: never) => Promise<unknown>): void {
  const port = parentPort!;
  port.on('message', ({ id, question }: Asked) => {
    answer(question as never).then(
      (given) => port.postMessage({ id, answer: given } satisfies Told),
      (error: unknown) => port.postMessage({ id, failed: String(error) } satisfies Told),
    );
  });
}
