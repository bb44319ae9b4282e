/** A started process: where it listens, if it does, and how it stops. */
export interface Running {
  port?: number;
  close(): Promise<void>;
}

/**
 * Starts, tells the parent process (`{ ready: true, port }`), and stops cleanly on a signal or when the parent is gone.
 * A start that fails says why in one sentence on standard error.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (!running) process.exit(0);
    setTimeout(() => process.exit(1), 10_000).unref();
    void running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
  try {
    running = await start();
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100);
    return;
  }
  if (process.connected) process.send?.({ ready: true, port: running.port });
  else if (process.send) stop(); // the parent went while this was loading
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `A service that the shop needs cannot be reached: ${error.message || code}.`;
  }
  return error.message || error.name;
}
