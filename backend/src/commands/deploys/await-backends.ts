import { setTimeout as pause } from 'node:timers/promises';
import { projectVersion } from '../../platform/threads/built-file.js';

/** BACKEND_URL names all backends at once. This many requests, each on its own connection, reach nearly all of them. */
const QUESTIONS = 20;
const PAUSE_MS = 3_000;
const ANSWER_MS = 3_000;

/**
 * Waits while a backend of an earlier release answers, because it does not know the calls of this release. Does not wait for later
 * releases, so that going back is not held up, nor without an answer, because a web server works without a backend, nor when this
 * release has no number.
 * @param url of the backends
 * @param options `version` of this release, such as `0.2.0`; `0.2.0-rc.1` is earlier than it
 */
export async function awaitBackends(
  url: string,
  { version = projectVersion(), pauseMs = PAUSE_MS, answerMs = ANSWER_MS } = {},
): Promise<void> {
  if (!isNumbered(version))
    return console.log(`This release is "${version}", which is no number: it waits for nothing.`);
  for (let isTold = false; ; await pause(pauseMs)) {
    const older = await findOlder(url, version, answerMs);
    if (!older) return;
    if (!isTold)
      console.log(`A backend of release ${older} still answers: this web server of ${version} waits for its end.`);
    isTold = true;
  }
}

/** Asks all at once: a backend that never answers holds up no other question. */
async function findOlder(url: string, version: string, answerMs: number): Promise<string | undefined> {
  const others = await Promise.all(Array.from({ length: QUESTIONS }, () => versionOf(url, answerMs)));
  return others.find((other) => other !== undefined && isNumbered(other) && isOlder(other, version));
}

async function versionOf(url: string, answerMs: number): Promise<string | undefined> {
  try {
    const headers = { Connection: 'close' };
    const response = await fetch(`${url}/healthz`, { headers, signal: AbortSignal.timeout(answerMs) });
    return ((await response.json()) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

const isNumbered = (version: string) => /^\d+(\.\d+)*(-|$)/.test(version);

/** Compares numbers as numbers; what stands before a release, `0.2.0-rc.1`, is older than the release, `0.2.0`. */
function isOlder(one: string, other: string): boolean {
  const [release = '', ...before] = one.split('-');
  const [otherRelease = '', ...otherBefore] = other.split('-');
  const order = compare(release, otherRelease);
  if (order !== 0) return order < 0;
  if (before.length === 0 || otherBefore.length === 0) return before.length > otherBefore.length;
  return compare(before.join('-'), otherBefore.join('-')) < 0;
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
