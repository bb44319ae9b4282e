import { z } from 'zod';
import { Id, PageQuery, Timestamp, oneOf } from './common.js';
import { MAX_CHAT_MESSAGE, TEXTS } from './rules.js';

/** A message's number, greater than those of all earlier messages in its room. */
const MessageId = z.int().min(1);

/** Chosen by the sender, so that a message can be sent again: a second message with the same id is not stored. */
const ClientId = z.string().regex(/^[\w-]{1,64}$/, 'client_id không hợp lệ');

/** One message, as the history and the socket return it. */
export const ChatMessage = z
  .object({
    id: MessageId,
    message: z.string(),
    sender_id: Id,
    created_at: Timestamp,
    /** Present only in one's own messages of the history and in socket frames, when the sender set one. */
    client_id: ClientId.optional(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * A frame that a page sends over `/ws/chat/{room}/`, as JSON text. `sender_id` defaults to the sender. A message whose
 * `client_id` is already stored is not stored again; only its sender receives the stored message.
 */
export const ChatFrame = z.object({
  message: z
    .string('Tin nhắn không hợp lệ')
    .trim()
    .max(MAX_CHAT_MESSAGE, TEXTS.chatTooLong)
    // PostgreSQL's text columns reject a zero byte.
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

/** The newest messages, the messages before an id, or the first messages after it. */
export const ChatHistoryQuery = z.object({ before: messageId, after: messageId });
export type ChatHistoryQuery = z.infer<typeof ChatHistoryQuery>;

/**
 * `search` matches part of a user name, an e-mail address, a name or a phone number. `unanswered=1` limits the list to rooms whose last
 * message is the shopper's and not settled.
 */
export const ChatRoomsQuery = PageQuery.extend({
  search: z.string().trim().max(254).optional(),
  unanswered: oneOf(['1']),
});
export type ChatRoomsQuery = z.infer<typeof ChatRoomsQuery>;

/** Settles a conversation that needs no answer, such as one that ends with thanks, up to the last message that the administrator saw. */
export const SettleRoom = z.object({ last_message_id: MessageId }).meta({ id: 'SettleRoom' });
export type SettleRoom = z.infer<typeof SettleRoom>;

/** A shopper's conversation with the shop, in the administrators' list. */
export const ChatRoom = z
  .object({
    room: z.string(),
    user: z.object({ id: Id, username: z.string(), avatar: z.string().nullable() }),
    last_message: ChatMessage.nullable(),
    /** The number of the shopper's messages that no administrator has read. */
    unread: z.int().min(0),
    /** The last message is the shopper's, and no administrator has settled the conversation since. */
    is_unanswered: z.boolean(),
  })
  .meta({ id: 'ChatRoom' });
export type ChatRoom = z.infer<typeof ChatRoom>;
