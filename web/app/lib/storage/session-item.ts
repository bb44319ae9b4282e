/*
 * Values in session storage, as JSON: they survive a reload and another document in the same tab, and are gone with the tab, so
 * that nobody finds them later on a shared computer.
 */

/** What could not be stored (private mode): it lives as long as the page. */
const unsaved = new Map<string, unknown>();

/** The value of a key, null if there is none. It must not be trusted: an older version of the shop may have written it. */
export function readSessionItem(key: string): unknown {
  if (unsaved.has(key)) return unsaved.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value; null removes the key. */
export function writeSessionItem(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
}

/** Removes every key that begins with `start`. */
export function forgetSessionItems(start: string): void {
  for (const key of unsaved.keys()) if (key.startsWith(start)) unsaved.delete(key);
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key);
  } catch {
    // Without a storage nothing was stored.
  }
}
