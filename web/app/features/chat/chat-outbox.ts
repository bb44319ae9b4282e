import { readSessionItem, writeSessionItem } from '~/lib/session-item';

/* Drafts and messages that the shop has not confirmed. */

/** A message that the shop has not confirmed. */
export interface Outgoing {
  /** Idempotency key: the shop stores the message once, however often it is sent. */
  clientId: string;
  message: string;
  /** When the user sent it. */
  createdAt: string;
  state: 'sending' | 'failed';
  /** Why sending failed. */
  error?: string;
}

/** A random id. `crypto.randomUUID` is missing over plain HTTP. */
export const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns a room's unconfirmed messages */
export const readOutbox = (room: string): Outgoing[] => {
  const outgoing = readSessionItem(`chatOutbox ${room}`);
  return Array.isArray(outgoing) ? (outgoing as Outgoing[]) : [];
};

/** Stores a room's unconfirmed messages. */
export const writeOutbox = (room: string, outgoing: readonly Outgoing[]) =>
  writeSessionItem(`chatOutbox ${room}`, outgoing.length > 0 ? outgoing : null);

/** @returns the unsent text in a room's message box */
export const readDraft = (room: string): string => {
  const draft = readSessionItem(`chatDraft ${room}`);
  return typeof draft === 'string' ? draft : '';
};

/** Stores the unsent text of a room's message box. */
export const writeDraft = (room: string, text: string) => writeSessionItem(`chatDraft ${room}`, text || null);
