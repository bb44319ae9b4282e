import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Skeleton } from '~/components/feedback/skeleton';
import { ChatComposer } from './chat-composer';
import { ChatMessages } from './chat-messages';
import { CHAT_LOST } from './chat-state';
import { useChat } from './use-chat';

/** A conversation with its message box. It fills the height of its parent. Needs `key={room}`. */
export function ChatWindow({ room, userId }: { room: string; userId: number }) {
  const [conversation, state] = useChat(room, userId);
  const again = (
    <Button variant="outline" size="sm" onClick={() => conversation.reconnect()}>
      Thử lại
    </Button>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {state.link === 'lost' && (
        <Alert tone="danger" action={again}>
          {CHAT_LOST}
        </Alert>
      )}
      <p role="status" className="sr-only">
        {state.link === 'connecting' && state.history === 'ready' ? 'Đang kết nối lại…' : ''}
      </p>
      {state.link === 'connecting' && state.history === 'ready' && (
        <p aria-hidden="true" className="bg-warn-soft px-4 py-1 text-center text-xs text-warn">
          Đang kết nối lại…
        </p>
      )}
      {state.history === 'ready' && <ChatMessages conversation={conversation} state={state} userId={userId} />}
      {state.history === 'loading' && <Loading />}
      {state.history === 'failed' && (
        <div className="flex-1 p-4">
          <Alert tone="danger" action={again}>
            {state.error}
          </Alert>
        </div>
      )}
      <ChatComposer room={room} userId={userId} onSend={(text) => conversation.send(text)} />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Đang tải tin nhắn…" className="grid flex-1 content-end gap-3 overflow-hidden p-4">
      <Skeleton className="h-11 w-3/5 rounded-xl" />
      <Skeleton className="ml-auto h-11 w-2/5 rounded-xl" />
      <Skeleton className="h-16 w-3/5 rounded-xl" />
      <Skeleton className="ml-auto h-11 w-1/2 rounded-xl" />
    </div>
  );
}
