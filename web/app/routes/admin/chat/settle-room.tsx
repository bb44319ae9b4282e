import type { ChatRoom } from 'contract/chat';
import { settleRoom } from '~/api/chat';
import { PostButton } from '~/components/admin/post-button';
import { runAction, type ActionOutcome } from '~/components/admin/run-action';
import { textOf } from '~/components/form/form-text';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';

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
  useFocusAfterRemoval(room?.is_unanswered ? [room.room] : [], 'textarea');
  if (!room?.is_unanswered || !room.last_message) return null;
  return <PostButton fields={{ room: room.room, last_message_id: room.last_message.id }}>Đã xong</PostButton>;
}
