import { Link } from '@remix-run/react';
import type { ChatRoom } from 'contract/chat';
import { formatNumber } from 'contract/rules';
import { dayOf, timeOf } from './chat-day';
import { authorOf, type Author } from './message-author';

interface Props {
  rooms: readonly ChatRoom[];
  /** Name of the open room; null when none is open. */
  open: string | null;
  hrefOf: (room: string) => string;
  /** The signed-in administrator, whose own messages are marked apart from a colleague's. */
  userId: number;
}

/** Shown before the last message of a room. */
const LAST_LABELS: Record<Author, string> = { self: 'Bạn: ', colleague: 'Cửa hàng: ', other: '' };

/** The shop's conversations, the latest first. */
export function ChatList({ rooms, open, hrefOf, userId }: Props) {
  return (
    <ul className="divide-y divide-line">
      {rooms.map(({ room, user, last_message: last, unread }) => (
        <li key={room}>
          <Link
            to={hrefOf(room)}
            preventScrollReset
            aria-current={room === open ? 'page' : undefined}
            className={`flex gap-3 px-4 py-3 hover:bg-sand ${room === open ? 'bg-sand' : ''}`}
          >
            <Face user={user} />
            {/* A long word is cut: it must not widen the column. */}
            <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
              <span className="flex items-baseline justify-between gap-2">
                <strong className="min-w-0 truncate font-medium">{user.username}</strong>
                {last && <time className="shrink-0 text-xs text-muted tabular">{whenOf(last.created_at)}</time>}
              </span>
              <span className="flex items-center justify-between gap-2">
                <span className={`min-w-0 truncate text-sm ${unread > 0 ? 'font-medium' : 'text-muted'}`}>
                  {last && LAST_LABELS[authorOf(last.sender_id, { room, userId })]}
                  {last?.message}
                </span>
                {unread > 0 && (
                  <span className="min-w-5 shrink-0 rounded-full bg-signal px-1.5 text-center text-xs leading-5 font-medium text-on-accent tabular">
                    {formatNumber(unread)}
                    <span className="sr-only"> tin chưa đọc</span>
                  </span>
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The time of today's messages, the day of older ones. */
function whenOf(iso: string): string {
  const day = dayOf(iso);
  return day === 'Hôm nay' ? timeOf(iso) : day;
}

function Face({ user: { username, avatar } }: { user: ChatRoom['user'] }) {
  if (avatar) return <img src={avatar} alt="" width={40} height={40} className="size-10 rounded-full object-cover" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-content-center rounded-full bg-accent-soft font-medium text-accent uppercase"
    >
      {[...username][0]}
    </span>
  );
}
