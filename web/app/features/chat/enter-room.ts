import { toast } from '~/components/feedback/toast';
import type { Conversation } from './conversation';

/** Rooms that were left while a message was on its way: what ends the wait for it, by user and room. */
const waits = new Map<string, () => void>();

const keyOf = ({ userId, room }: Conversation) => `${userId} ${room}`;

/** Connects a conversation. @returns a function that leaves the room */
export function enterRoom(conversation: Conversation): () => void {
  waits.get(keyOf(conversation))?.();
  const stop = conversation.start();
  return () => leaveRoom(conversation, stop);
}

/**
 * Leaves a room once the messages that are on their way have arrived. What has to wait for a connection stays in the outbox, and its
 * writer is told: who connects to a room has read it, so it is sent when they open the room again.
 */
function leaveRoom(conversation: Conversation, stop: () => void): void {
  const key = keyOf(conversation);
  const sent = conversation.get().outgoing.filter(({ state }) => state === 'sending');
  const unsubscribe = conversation.subscribe(look);
  waits.set(key, end);
  look();

  function look() {
    const { link, outgoing } = conversation.get();
    if (link === 'open' && outgoing.some(({ state }) => state === 'sending')) return;
    end();
    const isLeft = outgoing.some(({ clientId }) => sent.some((one) => one.clientId === clientId));
    if (isLeft) toast('Tin nhắn chưa được gửi. Hãy mở lại cuộc trò chuyện để gửi.', { tone: 'danger' });
  }
  function end() {
    unsubscribe();
    waits.delete(key);
    stop();
  }
}
