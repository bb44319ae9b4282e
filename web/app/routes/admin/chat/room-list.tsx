import { Form, Link, useSubmit } from '@remix-run/react';
import type { ChatRoom } from 'contract/chat';
import type { Page } from 'contract/common';
import { LIST_PAGE_SIZE } from '~/components/admin/list/list-url';
import { TabLinks } from '~/components/admin/tab-links';
import { Pager } from '~/components/display/pager';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { boxStyle } from '~/components/form/field';
import { ChatList } from '~/features/chat/chat-list';
import { chatHref, type ChatAddress } from './chat-address';

interface RoomListProps {
  address: ChatAddress;
  /** Null when they could not be loaded. */
  rooms: Page<ChatRoom> | null;
  error: string | null;
  /** The signed-in administrator. */
  userId: number;
}

/** The conversations with their search and filter. A phone hides them beside an open one. */
export function RoomList({ address, rooms, error, userId }: RoomListProps) {
  return (
    <section
      aria-label="Các cuộc trò chuyện"
      className={`min-h-0 flex-col border-line min-[769px]:flex min-[769px]:border-r ${address.room ? 'hidden' : 'flex'}`}
    >
      <RoomSearch key={address.search} {...address} />
      <div className="px-4">
        <TabLinks
          label="Lọc cuộc trò chuyện"
          tabs={[
            [chatHref({ ...address, page: 1, unanswered: false }), 'Tất cả'],
            [chatHref({ ...address, page: 1, unanswered: true }), 'Chưa trả lời'],
          ]}
          current={chatHref({ ...address, page: 1 })}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error !== null && (
          <div className="p-4">
            <RetryAlert>{error}</RetryAlert>
          </div>
        )}
        {rooms?.results.length === 0 && <NoRooms {...address} />}
        {rooms && (
          <ChatList
            rooms={rooms.results}
            open={address.room}
            userId={userId}
            hrefOf={(room) => chatHref({ ...address, room })}
          />
        )}
      </div>
      {rooms && (
        <Pager
          page={address.page}
          pageCount={Math.ceil(rooms.count / LIST_PAGE_SIZE)}
          href={(page) => chatHref({ ...address, page })}
        />
      )}
    </section>
  );
}

/** The empty state, with its reason. */
function NoRooms({ page, search, unanswered, room }: ChatAddress) {
  if (page > 1) {
    return (
      <Empty
        title="Không còn cuộc trò chuyện nào ở trang này"
        action={
          <Link to={chatHref({ search, unanswered, room })} className="underline underline-offset-4">
            Về trang đầu
          </Link>
        }
      />
    );
  }
  if (unanswered) {
    return (
      <Empty
        title="Không có cuộc trò chuyện nào chưa trả lời"
        action={
          <Link to={chatHref({ search, room })} className="underline underline-offset-4">
            Xem mọi cuộc trò chuyện
          </Link>
        }
      />
    );
  }
  if (search) return <Empty title="Không tìm thấy ai">Thử một phần khác của tên hoặc email.</Empty>;
  return <Empty title="Chưa có cuộc trò chuyện nào">Tin nhắn của khách sẽ hiện ở đây.</Empty>;
}

/** The search box. Clearing it reloads the list at once. */
function RoomSearch({ search, unanswered }: Pick<ChatAddress, 'search' | 'unanswered'>) {
  const submit = useSubmit();
  return (
    <Form role="search" action="/admin/chat" className="p-3">
      {unanswered && <input type="hidden" name="unanswered" value="1" />}
      <input
        type="search"
        name="search"
        defaultValue={search}
        maxLength={254}
        aria-label="Tìm theo tên hoặc email"
        placeholder="Tìm tên hoặc email"
        className={boxStyle}
        onChange={({ target }) => {
          // The clear button of a search box fires only this event.
          if (target.value === '' && search) submit(target.form);
        }}
      />
    </Form>
  );
}
