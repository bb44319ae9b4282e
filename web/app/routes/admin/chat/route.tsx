import {
  Form,
  Link,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
  useSubmit,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ChatRoom } from 'contract/chat';
import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { listRooms } from '~/api/chat';
import { sentenceOf } from '~/api/http/client';
import { requireAdmin } from '~/routing/guards';
import { keepsPage } from '~/routing/loading/keep-page';
import { Waiting } from '~/routing/waiting';
import { ChatList } from '~/features/chat/chat-list';
import { ChatWindow } from '~/features/chat/chat-window';
import { customerPath } from '~/components/admin/customer-path';
import { TabLinks } from '~/components/admin/tab-links';
import { adminPage } from '~/components/shop/page-title';
import { Empty } from '~/components/feedback/empty';
import { boxStyle } from '~/components/form/field';
import { Pager } from '~/components/display/pager';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { SettleRoom, settle } from './settle-room';

export const meta = adminPage('Tư vấn');

const PAGE_SIZE = 20;
/** Polling interval of the list, for new messages of other rooms. */
const POLL_MS = 5_000;

/** Parses the URL. Invalid values mean the first page and no room. */
function readView(params: URLSearchParams) {
  const page = Number(params.get('page'));
  const room = params.get('room');
  return {
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1e6) : 1,
    search: params.get('search')?.trim() ?? '',
    unanswered: params.get('unanswered') === '1',
    room: room !== null && /^\d+_\d+$/.test(room) ? room : null,
  };
}

type View = ReturnType<typeof readView>;

function hrefOf({ page = 1, search = '', unanswered = false, room = null }: Partial<View>): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (unanswered) params.set('unanswered', '1');
  if (page > 1) params.set('page', String(page));
  if (room) params.set('room', room);
  const query = params.toString();
  return `/admin/chat${query && `?${query}`}`;
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { id: userId } = await requireAdmin(request);
  const { page, search, unanswered } = readView(new URL(request.url).searchParams);
  const query = { page, page_size: PAGE_SIZE, search, unanswered: unanswered ? '1' : '' };
  try {
    return { userId, rooms: await listRooms(query, request.signal), error: null };
  } catch (error) {
    if (request.signal.aborted || keepsPage(error)) throw error;
    return { userId, rooms: null, error: sentenceOf(error, 'Không thể tải danh sách trò chuyện.') };
  }
}
clientLoader.hydrate = true as const;

export const clientAction = ({ request }: ClientActionFunctionArgs) => settle(request);

/** Opening another room only changes the URL and reloads nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const [now, next] = [readView(currentUrl.searchParams), readView(nextUrl.searchParams)];
  return now.room === next.room || hrefOf({ ...now, room: null }) !== hrefOf({ ...next, room: null });
}

export const HydrateFallback = Waiting;

/** The list of conversations with the open one beside it; a phone shows one of the two. */
export default function AdminChat() {
  const { userId, rooms, error } = useLoaderData<typeof clientLoader>();
  const [params] = useSearchParams();
  const wanted = readView(params);
  const { room } = wanted;
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === 'idle' && state === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isIdle, revalidate]);

  const name = useCustomerName(rooms?.results, room);
  return (
    <main id="main" className="page py-4">
      <h1 className="sr-only">Tư vấn khách hàng</h1>
      <div className="grid h-[max(28rem,calc(100dvh-9rem))] grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-surface min-[769px]:grid-cols-[20rem_minmax(0,1fr)]">
        <section
          aria-label="Các cuộc trò chuyện"
          className={`min-h-0 flex-col border-line min-[769px]:flex min-[769px]:border-r ${room ? 'hidden' : 'flex'}`}
        >
          <Search key={wanted.search} {...wanted} />
          <div className="px-4">
            <TabLinks
              label="Lọc cuộc trò chuyện"
              tabs={[
                [hrefOf({ ...wanted, page: 1, unanswered: false }), 'Tất cả'],
                [hrefOf({ ...wanted, page: 1, unanswered: true }), 'Chưa trả lời'],
              ]}
              current={hrefOf({ ...wanted, page: 1 })}
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            {error !== null && (
              <div className="p-4">
                <RetryAlert>{error}</RetryAlert>
              </div>
            )}
            {rooms?.results.length === 0 && <Nobody {...wanted} />}
            {rooms && (
              <ChatList
                rooms={rooms.results}
                open={room}
                userId={userId}
                hrefOf={(next) => hrefOf({ ...wanted, room: next })}
              />
            )}
          </div>
          {rooms && (
            <Pager
              page={wanted.page}
              pageCount={Math.ceil(rooms.count / PAGE_SIZE)}
              href={(page) => hrefOf({ ...wanted, page })}
            />
          )}
        </section>
        <section
          aria-label={name ? `Trò chuyện với ${name}` : 'Cuộc trò chuyện'}
          className={`min-h-0 flex-col ${room ? 'flex' : 'hidden min-[769px]:flex'}`}
        >
          {room ? (
            <>
              <header className="flex items-center gap-2 border-b border-line px-4 py-2">
                <Link
                  to={hrefOf({ ...wanted, room: null })}
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
                <SettleRoom key={room} room={rooms?.results.find((listed) => listed.room === room)} />
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
      </div>
    </main>
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

/** The empty state, with its reason. */
function Nobody({ page, search, unanswered, room }: View) {
  if (page > 1) {
    return (
      <Empty
        title="Không còn cuộc trò chuyện nào ở trang này"
        action={
          <Link to={hrefOf({ search, unanswered, room })} className="underline underline-offset-4">
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
          <Link to={hrefOf({ search, room })} className="underline underline-offset-4">
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
function Search({ search, unanswered }: Pick<View, 'search' | 'unanswered'>) {
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
