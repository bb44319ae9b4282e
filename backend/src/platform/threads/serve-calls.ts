import { parentPort, workerData } from 'node:worker_threads';

/** A call, or the news that nobody waits for it any more. */
export type CallMessage = { id: number; request: unknown; canAbort: boolean } | { id: number; isAborted: true };

export type ResultMessage = { id: number; result: unknown } | { id: number; error: string; stack?: string };

/** The data that the thread or process was started with. */
export const startData = <T>(): T => (parentPort ? workerData : JSON.parse(process.argv[2] ?? 'null')) as T;

/** The signal of calls that nobody can abort. */
const NEVER = new AbortController().signal;

/**
 * The side of the thread or process: answers calls, concurrently where handling one is asynchronous.
 *
 * @param handle receives a signal that is aborted when nobody waits for the result any more
 */
export function serveCalls(handle: (request: never, signal: AbortSignal) => Promise<unknown>): void {
  const running = new Map<number, AbortController>();
  const post = answerTo((message) => {
    const { id } = message;
    if ('isAborted' in message) return running.get(id)?.abort();
    // An AbortController costs more than many calls.
    const controller = message.canAbort ? new AbortController() : undefined;
    if (controller) running.set(id, controller);
    void handle(message.request as never, controller?.signal ?? NEVER)
      .then(
        (result) => post({ id, result }),
        (error: unknown) => post({ id, error: String(error), stack: (error as Error)?.stack }),
      )
      .finally(() => running.delete(id));
  });
}

/**
 * Listens to the starter.
 * @returns the function that answers it
 */
function answerTo(receive: (message: CallMessage) => void): (message: ResultMessage) => void {
  if (parentPort) {
    const port = parentPort;
    port.on('message', receive);
    return (message) => port.postMessage(message);
  }
  process.on('message', receive);
  // Ctrl-C reaches all processes of a terminal. The starter decides when this one ends; without a starter it ends at once.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  return (message) => process.send?.(message, () => undefined); // to a starter that exited: 'disconnect' follows
}
