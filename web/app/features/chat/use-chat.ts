import { useEffect, useState, useSyncExternalStore } from 'react';
import { Conversation, type ChatState } from './chat';

/**
 * A room's conversation, connected while the component is there.
 * @param room fixed for the component's life: give it `key={room}`
 * @param userId whose conversation it is
 */
export function useChat(room: string, userId: number): [Conversation, ChatState] {
  const [conversation] = useState(() => new Conversation(room, userId));
  useEffect(() => conversation.start(), [conversation]);
  return [conversation, useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get)];
}
