import { readSessionItem, writeSessionItem } from '~/lib/storage/session-item';

/* Drafts and messages that the shop has not confirmed, for each user: what one wrote is never sent under the name of another. */

/** A user in a room. */
export interface ChatMember {
  room: string;
  userId: number;
}

const keyOf = (kind: 'chatOutbox' | 'chatDraft', { room, userId }: ChatMember) => `${kind} ${userId} ${room}`;

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
const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A message to send. @param error why it cannot be sent now */
export const newOutgoing = (message: string, error?: string): Outgoing => ({
  clientId: newClientId(),
  message,
  createdAt: new Date().toISOString(),
  ...(error === undefined ? { state: 'sending' } : { state: 'failed', error }),
});

/** @returns a room's unconfirmed messages */
export const readOutbox = (member: ChatMember): Outgoing[] => {
  const outgoing = readSessionItem(keyOf('chatOutbox', member));
  return Array.isArray(outgoing) ? (outgoing as Outgoing[]) : [];
};

/** Stores a room's unconfirmed messages. */
export const writeOutbox = (member: ChatMember, outgoing: readonly Outgoing[]) =>
  writeSessionItem(keyOf('chatOutbox', member), outgoing.length > 0 ? outgoing : null);

/** @returns the unsent text in a room's message box */
export const readDraft = (member: ChatMember): string => {
  const draft = readSessionItem(keyOf('chatDraft', member));
  return typeof draft === 'string' ? draft : '';
};

/** Stores the unsent text of a room's message box. */
export const writeDraft = (member: ChatMember, text: string) =>
  writeSessionItem(keyOf('chatDraft', member), text || null);
