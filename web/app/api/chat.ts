import type { ChatMessage, ChatRoom } from 'contract/chat';
import type { Page } from 'contract/common';
import { signed } from './account/signed';

/** A room's messages, oldest first: the newest, those before an id, or the first ones after it. */
export const listMessages = (room: string, query: { before?: number; after?: number } = {}) =>
  signed<ChatMessage[]>(`/api/chat/messages/${room}/`, { query });

/** Marks a conversation as one that needs no answer, up to a message. */
export const settleRoom = (room: string, lastMessageId: number) =>
  signed<void>(`/api/chat/rooms/${room}/settle/`, { method: 'POST', body: { last_message_id: lastMessageId } });

/** A page of the shop's conversations, or of the unanswered ones, the latest first, for administrators. */
export const listRooms = (
  query: { page: number; page_size: number; search: string; unanswered: string },
  signal?: AbortSignal,
) => signed<Page<ChatRoom>>('/api/chat/rooms/', { query, signal });
