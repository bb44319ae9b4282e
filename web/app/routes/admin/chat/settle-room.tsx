import { useFetcher } from '@remix-run/react';
import type { ChatRoom } from 'contract/chat';
import { settleRoom } from '~/api/chat';
import { runAction, type ActionOutcome } from '~/components/admin/run-action';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { useFirstPress } from '~/components/form/use-first-press';

/** Settles the room of a form up to the message that its list showed. */
export async function settle(request: Request): Promise<ActionOutcome> {
  const form = await request.formData();
  return runAction(request, () => settleRoom(textOf(form, 'room'), Number(textOf(form, 'last_message_id'))), {
    done: 'Đã đánh dấu là xong.',
    otherwise: 'Không thể đánh dấu cuộc trò chuyện.',
  });
}

/** The button for a conversation that needs no answer, as one that ends with thanks. Nothing for one that waits for none. */
export function SettleRoom({ room }: { room: ChatRoom | undefined }) {
  const fetcher = useFetcher<ActionOutcome>();
  const isFirstPress = useFirstPress(fetcher);
  useFocusAfterRemoval(room?.is_unanswered ? [room.room] : [], 'textarea');
  if (!room?.is_unanswered || !room.last_message) return null;
  const fields = { room: room.room, last_message_id: room.last_message.id };
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={fetcher.state !== 'idle'}
      onClick={() => {
        if (isFirstPress()) fetcher.submit(fields, { method: 'post' });
      }}
    >
      Đã xong
    </Button>
  );
}
