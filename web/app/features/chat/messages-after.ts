import type { ChatMessage } from 'contract/chat';
import { CHAT_PAGE } from 'contract/rules';
import { listMessages } from '~/api/chat';

/**
 * Loads all messages of a room after an id, in order.
 * @yields pages that are not empty
 * @throws ApiError
 */
export async function* messagesAfter(room: string, after: number): AsyncGenerator<ChatMessage[], void> {
  for (let page, last = after; (page = await listMessages(room, { after: last })).length > 0; last = page.at(-1)!.id) {
    yield page;
    if (page.length < CHAT_PAGE) return;
  }
}
