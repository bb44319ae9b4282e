import { Link } from '@remix-run/react';
import type { ChatRoom } from 'contract/chat';
import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { customerPath } from '~/components/admin/customer-path';
import { ChatWindow } from '~/features/chat/chat-window';
import { chatHref, type ChatAddress } from './chat-address';
import { SettleRoom } from './settle-room';

interface OpenRoomProps {
  address: ChatAddress;
  /** The rooms of the list; undefined when they could not be loaded. */
  rooms: readonly ChatRoom[] | undefined;
  /** The signed-in administrator. */
  userId: number;
}

/** The open conversation, or the advice to choose one. */
export function OpenRoom({ address, rooms, userId }: OpenRoomProps) {
  const { room } = address;
  const name = useCustomerName(rooms, room);
  return (
    <section
      aria-label={name ? `Trò chuyện với ${name}` : 'Cuộc trò chuyện'}
      className={`min-h-0 flex-col ${room ? 'flex' : 'hidden min-[769px]:flex'}`}
    >
      {room ? (
        <>
          <header className="flex items-center gap-2 border-b border-line px-4 py-2">
            <Link
              to={chatHref({ ...address, room: null })}
              aria-label="Về danh sách"
              className="-ml-2 grid size-11 place-content-center rounded-md hover:bg-sand min-[769px]:hidden"
            >
              <ArrowLeft aria-hidden="true" className="size-5" />
            </Link>
            <h2 className="min-h-11 min-w-0 flex-1 content-center truncate font-medium">
              <Link to={customerPath(Number(customerIn(room)))} className="underline underline-offset-4">
                {name ?? `Khách #${customerIn(room)}`}
              </Link>
            </h2>
            <SettleRoom key={room} room={rooms?.find((listed) => listed.room === room)} />
            <Link
              to={`/admin/orders?user=${customerIn(room)}`}
              className="inline-flex min-h-11 shrink-0 items-center text-sm underline underline-offset-4"
            >
              Đơn hàng
            </Link>
          </header>
          <div className="min-h-0 flex-1">
            <ChatWindow key={room} room={room} userId={userId} />
          </div>
        </>
      ) : (
        <div className="m-auto grid justify-items-center gap-3 p-8 text-center text-muted">
          <MessagesSquare aria-hidden="true" className="size-10 stroke-1" />
          <p>Chọn một cuộc trò chuyện để đọc và trả lời.</p>
        </div>
      )}
    </section>
  );
}

/** The customer's number in the name of a room of the shop: 7 in `1_7`. */
const customerIn = (room: string): string => room.split('_')[1]!;

/** The name of the open room's customer, also when the list no longer has the room: an answer takes it off the unanswered ones. */
function useCustomerName(rooms: readonly ChatRoom[] | undefined, room: string | null): string | undefined {
  const [known, setKnown] = useState<{ room: string; name: string }>();
  const listed = rooms?.find((other) => other.room === room)?.user.username;
  if (room !== null && listed !== undefined && (known?.room !== room || known.name !== listed))
    setKnown({ room, name: listed });
  return listed ?? (known?.room === room ? known?.name : undefined);
}
