import { setTimeout as pause } from 'node:timers/promises';

/** One name stands for all backends: so many answers, each on a connection of its own, come from nearly all of them. */
const QUESTIONS = 20;
const PAUSE_MS = 3_000;
const ANSWER_MS = 3_000;

/**
 * Waits while a backend of an earlier release answers, which does not know the calls of this one. Later ones are no obstacle, so going
 * back is not held up; nor is no answer, because a web server works without a backend.
 * @param url of the backends
 * @param version of this release, such as `0.2.0`
 */
export async function awaitBackends(url: string, version: string, { pauseMs = PAUSE_MS } = {}): Promise<void> {
  for (let isTold = false; ; await pause(pauseMs)) {
    const older = await findOlder(url, version);
    if (!older) return;
    if (!isTold)
      console.log(`A backend of release ${older} still answers: this web server of ${version} waits for its end.`);
    isTold = true;
  }
}

async function findOlder(url: string, version: string): Promise<string | undefined> {
  for (let nth = 0; nth < QUESTIONS; nth++) {
    const other = await versionOf(url);
    if (other && isOlder(other, version)) return other;
  }
  return undefined;
}

async function versionOf(url: string): Promise<string | undefined> {
  try {
    const headers = { Connection: 'close' };
    const response = await fetch(`${url}/healthz`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    return ((await response.json()) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

const isOlder = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) < 0;
