/** Milliseconds that a code chunk may take, all attempts together (§ 9 of the specification). */
export const CHUNK_TIMEOUT_MS = 120_000;
/** The pauses before the second and the third attempt. */
const PAUSES_MS = [500, 2_000];

/** A part of the shop's code that could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  /** @param reason `missing` when every attempt failed, `timeout` when none ended in time */
  constructor(
    readonly reason: 'missing' | 'timeout',
    cause?: unknown,
  ) {
    super(`Loading chunk failed (${reason})`, { cause });
  }
}

/**
 * Loads a code chunk. A failed attempt is repeated twice with growing pauses, but not while the device is offline.
 * @param load imports it
 * @throws ChunkLoadError when all attempts failed, or after two minutes
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([attempt(load, PAUSES_MS), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt<T>(load: () => Promise<T>, [pause, ...others]: readonly number[]): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (pause === undefined || !navigator.onLine) throw new ChunkLoadError('missing', error);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return attempt(load, others);
  }
}
