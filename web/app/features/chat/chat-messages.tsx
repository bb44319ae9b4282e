import type { ChatMessage } from 'contract/chat';
import { ArrowDown } from 'lucide-react';
import { Fragment } from 'react';
import type { ChatState } from './chat-state';
import type { Conversation } from './conversation';
import type { Outgoing } from './chat-outbox';
import { Button } from '~/components/form/button';
import { Spinner } from '~/components/form/spinner';
import { dayOf, timeOf } from './chat-day';
import { ChatProduct } from './products/chat-product';
import { authorOf, type Author } from './message-author';
import { productIn } from './products/product-link';
import { useChatScroll } from './use-chat-scroll';

interface Props {
  conversation: Conversation;
  state: ChatState;
  userId: number;
}

/** The messages, the newest at the bottom. Older ones load above and keep the scroll position. */
export function ChatMessages({ conversation, state, userId }: Props) {
  const { messages, outgoing, older } = state;
  const { box, onScroll, isBehind, scrollToEnd } = useChatScroll(state, () => {
    if (older === 'some') void conversation.loadOlder();
  });
  return (
    <div className="relative min-h-0 flex-1">
      {/* Chromium's scroll anchoring would correct the position a second time. */}
      <div
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label="Tin nhắn"
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none]"
      >
        <Older conversation={conversation} older={older} />
        {messages.length + outgoing.length === 0 && (
          <p className="grid h-full place-content-center text-center text-muted">Bắt đầu cuộc trò chuyện…</p>
        )}
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {messages.map((message, index) => (
            <Fragment key={message.id}>
              <Day iso={message.created_at} before={messages[index - 1]?.created_at} />
              <SentMessage
                message={message}
                author={authorOf(message.sender_id, { room: conversation.room, userId })}
                isTimed={!sharesTime(message, messages[index + 1])}
              />
            </Fragment>
          ))}
          {outgoing.map((one) => (
            <OutgoingMessage key={one.clientId} outgoing={one} conversation={conversation} />
          ))}
        </ol>
      </div>
      {isBehind && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-sheet"
          onClick={scrollToEnd}
        >
          <ArrowDown aria-hidden="true" className="size-4" /> Tin nhắn mới
        </Button>
      )}
      <p className="sr-only" aria-live="polite">
        {announcement(messages, { room: conversation.room, userId })}
      </p>
    </div>
  );
}

const ANNOUNCED: Record<Exclude<Author, 'self'>, string> = {
  colleague: 'Tin nhắn mới của cửa hàng: ',
  other: 'Tin nhắn mới: ',
};

/** Screen reader text: the last message, unless the reader wrote it. */
function announcement(messages: readonly ChatMessage[], reading: Parameters<typeof authorOf>[1]): string {
  const last = messages.at(-1);
  const author = last && authorOf(last.sender_id, reading);
  return author && author !== 'self' ? `${ANNOUNCED[author]}${last.message}` : '';
}

function Older({ conversation, older }: { conversation: Conversation; older: ChatState['older'] }) {
  if (older === 'none') return null;
  return (
    <div className="grid justify-items-center pb-4">
      <Button variant="quiet" size="sm" isBusy={older === 'loading'} onClick={() => void conversation.loadOlder()}>
        {older === 'failed' ? 'Không tải được tin cũ. Thử lại' : 'Xem tin nhắn cũ hơn'}
      </Button>
    </div>
  );
}

function Day({ iso, before }: { iso: string; before: string | undefined }) {
  const day = dayOf(iso);
  if (before !== undefined && dayOf(before) === day) return null;
  return (
    <li className="flex items-center gap-3 py-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {day}
    </li>
  );
}

/** A long link wraps anywhere: its width would widen the list and push the user's own messages out of sight. */
const BUBBLE = 'max-w-[85%] min-w-0 rounded-xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap sm:max-w-[70%]';
const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-0.5';

/** Whether the next message has the same sender and minute, so that both share one time. */
const sharesTime = (one: ChatMessage, next: ChatMessage | undefined) =>
  next?.sender_id === one.sender_id && next.created_at.slice(0, 16) === one.created_at.slice(0, 16);

interface SentMessageProps {
  message: ChatMessage;
  author: Author;
  isTimed: boolean;
}

/** Read out before a message. */
const AUTHOR_LABELS: Record<Author, string> = { self: 'Bạn: ', colleague: 'Cửa hàng: ', other: 'Trả lời: ' };

function SentMessage({ message: { message, created_at }, author, isTimed }: SentMessageProps) {
  const isOwn = author !== 'other';
  const product = productIn(message, location.origin);
  return (
    <li className={`${ROW} ${isOwn ? 'justify-items-end' : 'justify-items-start'}`}>
      <p className={`${BUBBLE} ${isOwn ? 'bg-accent text-on-accent' : 'bg-sand text-ink'}`}>
        <span className="sr-only">{AUTHOR_LABELS[author]}</span>
        {message}
      </p>
      {product && <ChatProduct link={product} />}
      <time dateTime={created_at} className={isTimed ? 'px-1 text-xs text-muted tabular' : 'sr-only'}>
        {timeOf(created_at)}
        {isOwn && <span className="sr-only">, đã gửi</span>}
      </time>
    </li>
  );
}

function OutgoingMessage({ outgoing, conversation }: { outgoing: Outgoing; conversation: Conversation }) {
  const { clientId, message, state, error } = outgoing;
  return (
    <li className={`${ROW} justify-items-end`}>
      <p className={`${BUBBLE} bg-accent text-on-accent ${state === 'sending' ? 'opacity-70' : ''}`}>{message}</p>
      {state === 'sending' ? (
        <p className="flex items-center gap-1.5 px-1 text-xs text-muted">
          <Spinner className="size-3" /> Đang gửi…
        </p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-xs text-signal">
          <span>{error}</span>
          <button type="button" className="min-h-8 font-medium underline" onClick={() => conversation.retry(clientId)}>
            Thử lại
          </button>
          <button type="button" className="min-h-8 underline" onClick={() => conversation.discard(clientId)}>
            Bỏ
          </button>
        </div>
      )}
    </li>
  );
}
