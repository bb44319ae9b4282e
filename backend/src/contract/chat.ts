import { z } from 'zod';
import { Id, PageQuery, Timestamp } from './common.js';
import { MAX_CHAT_MESSAGE, TEXTS } from './rules.js';

/** A message's number, greater than those of all messages before it in its room. */
const MessageId = z.int().min(1);

/** Chosen by a sender for a message, so that it may be sent again: a second one with the same is not stored. */
const ClientId = z.string().regex(/^[\w-]{1,64}$/, 'client_id không hợp lệ');

/** One message, as the history and the socket give it. */
export const ChatMessage = z
  .object({
    id: MessageId,
    message: z.string(),
    sender_id: Id,
    created_at: Timestamp,
    /** Only in one's own messages of the history, and in what the socket says. Absent when none was sent along. */
    client_id: ClientId.optional(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * A frame that a page sends over `/ws/chat/{room}/`, as JSON text. Without `sender_id` it is the sender's own. A
 * message whose `client_id` was stored already is not stored again; its sender alone is told the stored one.
 */
export const ChatFrame = z.object({
  message: z
    .string('Tin nhắn không hợp lệ')
    .trim()
    .max(MAX_CHAT_MESSAGE, TEXTS.chatTooLong)
    // No text column takes a zero byte.
    .refine((text) => !text.includes('\0'), 'Tin nhắn không hợp lệ'),
  sender_id: z.int('sender_id không hợp lệ').optional(),
  client_id: ClientId.optional(),
});
export type ChatFrame = z.infer<typeof ChatFrame>;

/** The socket's answer to a rejected message; the socket stays open. */
export interface ChatRefusal {
  error: string;
  client_id?: string;
}

const messageId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Mã không hợp lệ')
  .transform(Number)
  .optional();

/** The newest messages, those before an id, or the first ones after it. */
export const ChatHistoryQuery = z.object({ before: messageId, after: messageId });
export type ChatHistoryQuery = z.infer<typeof ChatHistoryQuery>;

/** `search` is part of a user name or an e-mail. */
export const ChatRoomsQuery = PageQuery.extend({ search: z.string().trim().max(254).optional() });
export type ChatRoomsQuery = z.infer<typeof ChatRoomsQuery>;

/** A shopper's conversation with the shop, in the list of the administrators. */
export const ChatRoom = z
  .object({
    room: z.string(),
    user: z.object({ id: Id, username: z.string(), avatar: z.string().nullable() }),
    last_message: ChatMessage.nullable(),
    /** How many messages of the shopper no administrator has seen. */
    unread: z.int().min(0),
  })
  .meta({ id: 'ChatRoom' });
export type ChatRoom = z.infer<typeof ChatRoom>;
