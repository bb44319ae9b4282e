import type { ChatMessage } from 'contract/chat';
import type { ChatLink } from './chat-connection';
import type { Outgoing } from './chat-outbox';

export const CHAT_LOST = 'Kết nối chat bị gián đoạn. Vui lòng tải lại trang.';

/** The state of a conversation: a new object after each change. */
export interface ChatState {
  link: ChatLink;
  /** Whether the newest messages are loaded. */
  history: 'loading' | 'ready' | 'failed';
  /** Why loading failed. */
  error: string | null;
  /** Whether older messages exist, and the state of loading them. */
  older: 'none' | 'some' | 'loading' | 'failed';
  /** Sorted by id. */
  messages: readonly ChatMessage[];
  /** Messages that the shop has not confirmed. */
  outgoing: readonly Outgoing[];
}

/** Merges two lists by id without duplicates. */
export function mergeById(some: readonly ChatMessage[], others: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...some, ...others].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
