import { MAX_CHAT_MESSAGE, TEXTS, formatNumber } from 'contract/rules';
import { SendHorizontal } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { readDraft, writeDraft, type ChatMember } from './chat-outbox';
import { Button } from '~/components/form/button';
import { boxStyle } from '~/components/form/field';

/** Length from which the counter is shown. */
const NEARLY_FULL = MAX_CHAT_MESSAGE - 200;

/** The message box. Enter sends, Shift+Enter begins a new line. A draft survives a reload. */
export function ChatComposer({ room, userId, onSend }: ChatMember & { onSend: (text: string) => boolean }) {
  const [text, setText] = useState(() => readDraft({ room, userId }));
  const isTooLong = text.trim().length > MAX_CHAT_MESSAGE;

  function write(next: string) {
    setText(next);
    writeDraft({ room, userId }, next);
  }
  function send() {
    if (!isTooLong && onSend(text)) write('');
  }
  function onKeyDown(event: KeyboardEvent) {
    // During IME composition (Telex) Enter belongs to the input method; old Safari reports that only as key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="grid gap-1 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          rows={1}
          enterKeyHint="send"
          aria-label="Tin nhắn của bạn"
          aria-invalid={isTooLong || undefined}
          aria-describedby={`count-${room}`}
          placeholder="Nhập tin nhắn…"
          className={`${boxStyle} max-h-40 resize-none [field-sizing:content]`}
        />
        <Button type="submit" aria-label="Gửi" disabled={text.trim() === '' || isTooLong} className="px-3">
          <SendHorizontal aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <p id={`count-${room}`} className={`text-right text-xs tabular ${isTooLong ? 'text-signal' : 'text-muted'}`}>
        {text.length > NEARLY_FULL && `${formatNumber(text.trim().length)}/${formatNumber(MAX_CHAT_MESSAGE)}`}
        {isTooLong && ` · ${TEXTS.chatTooLong}`}
      </p>
    </form>
  );
}
