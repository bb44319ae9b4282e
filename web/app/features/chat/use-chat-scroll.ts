import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollBehavior } from '~/lib/scroll-behavior';
import type { ChatState } from './chat-state';

/** Distance to an end of the list, in pixels, that counts as being at the end. */
const NEAR = 120;

/**
 * Scrolls the list of messages: it stays at its end when messages arrive, unless the user has scrolled up, and it keeps its position
 * when older ones load above.
 * @param onTop called near the beginning of the list
 */
export function useChatScroll({ messages, outgoing }: ChatState, onTop: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [isBehind, setIsBehind] = useState(false);
  const before = useRef({ first: 0, last: 0, height: 0, outgoing: 0, isAtEnd: true });

  const first = messages[0]?.id ?? 0;
  const last = messages.at(-1)?.id ?? 0;
  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const was = before.current;
    if (was.first !== 0 && first < was.first) list.scrollTop += list.scrollHeight - was.height;
    else if (was.isAtEnd || outgoing.length > was.outgoing) list.scrollTop = list.scrollHeight;
    else if (last > was.last) setIsBehind(true);
    before.current = { ...was, first, last, height: list.scrollHeight, outgoing: outgoing.length };
  }, [first, last, outgoing.length]);

  // A phone's keyboard halves the height: stay at the end.
  useEffect(() => {
    const list = box.current;
    if (!list || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => {
      if (before.current.isAtEnd) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  function onScroll() {
    const list = box.current;
    if (!list) return;
    before.current.isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    if (before.current.isAtEnd) setIsBehind(false);
    if (list.scrollTop < NEAR) onTop();
  }

  return {
    box,
    onScroll,
    /** Whether messages have arrived below what the user sees. */
    isBehind,
    scrollToEnd: () => box.current?.scrollTo({ top: box.current.scrollHeight, behavior: scrollBehavior() }),
  };
}
