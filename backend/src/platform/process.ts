import { setTimeout as sleep } from 'node:timers/promises';
import { errorSentence } from './errors/error-sentence.js';
import { stopTracing } from './tracing/tracing.js';

/** A started process: the address it listens on, if any, and how to stop it. */
export interface Running {
  port?: number;
  /** Announces that this process stops soon. It continues to work meanwhile. */
  drain?: { begin(): void; ms: number };
  /** Finishes current work, then closes everything. */
  close(): Promise<void>;
}

/** The time limit of `close` in milliseconds. The launcher waits a little longer, see backend/launch/processes/children.mjs. */
const CLOSE_MS = 25_000;

/**
 * Starts, notifies the parent process (`{ ready: true, port }`), and stops cleanly: on SIGTERM after draining, immediately on
 * SIGINT (Ctrl-C) or when the parent exits. A failed start prints its reason in one sentence on standard error. An error that nobody
 * has caught ends the process.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let stopping = false;
  const hurry = new AbortController();
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (!running) process.exit(0);
    void end(running, hurry.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        printError(error);
        process.exit(1);
      },
    );
  };
  process.on('uncaughtException', (error) => {
    printError(error);
    process.exit(1);
  });
  const stopAtOnce = () => {
    hurry.abort();
    stop();
  };
  process.on('SIGTERM', stop).on('SIGINT', stopAtOnce).on('disconnect', stopAtOnce);
  try {
    running = await start();
  } catch (error) {
    console.error(errorSentence(error));
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
    return;
  }
  // A parent that exited while this was loading is noticed here, or by its end of the channel that breaks.
  if (process.connected) process.send?.({ ready: true, port: running.port }, (error) => error && stopAtOnce());
  else if (process.send) stopAtOnce();
}

/** Prints an error without the fields that Node would print: those of a failed statement are its parameters and the values of a row, see `loggedError`. */
function printError(error: unknown): void {
  if (!(error instanceof Error)) return console.error(error);
  const { cause, errors = [] } = error as Error & { errors?: unknown[] };
  for (const each of [error, cause, ...errors]) if (each instanceof Error) console.error(each.stack);
}

async function end(running: Running, hurry: AbortSignal): Promise<void> {
  if (running.drain) {
    running.drain.begin();
    await sleep(running.drain.ms, undefined, { signal: hurry }).catch(() => undefined);
  }
  setTimeout(() => process.exit(1), CLOSE_MS).unref();
  await running.close();
  await stopTracing();
}
