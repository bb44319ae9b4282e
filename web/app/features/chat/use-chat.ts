import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatState } from './chat-state';
import { Conversation } from './conversation';
import { enterRoom } from './enter-room';

/**
 * A room's conversation, connected while the component is mounted, and until what was being sent then has arrived.
 * @param room constant for the component's lifetime: give it `key={room}`
 * @param userId the signed-in user
 */
export function useChat(room: string, userId: number): [Conversation, ChatState] {
  const [conversation] = useState(() => new Conversation(room, userId));
  useEffect(() => enterRoom(conversation), [conversation]);
  return [conversation, useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get)];
}
