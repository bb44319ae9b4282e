/*
 * What was typed and is not known to be stored yet. It outlives a reload of the page, and goes with the tab: on a shared
 * computer nobody finds it later.
 */

/** A message on its way. */
export interface Outgoing {
  /** Sent along, so that the shop stores it once however often it is sent. */
  clientId: string;
  message: string;
  /** When it was written. */
  createdAt: string;
  state: 'sending' | 'failed';
  /** Why it failed. */
  error?: string;
}

export const readOutbox = (room: string): Outgoing[] => {
  const found = read(`chatOutbox ${room}`);
  return Array.isArray(found) ? (found as Outgoing[]) : [];
};
export const writeOutbox = (room: string, outgoing: readonly Outgoing[]) =>
  write(`chatOutbox ${room}`, outgoing.length > 0 ? outgoing : null);

/** What stands in a room's box and was not sent. */
export const readDraft = (room: string): string => {
  const found = read(`chatDraft ${room}`);
  return typeof found === 'string' ? found : '';
};
export const writeDraft = (room: string, text: string) => write(`chatDraft ${room}`, text || null);

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private mode: it lasts as long as the page.
  }
}
