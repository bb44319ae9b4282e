import {
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';
import { listRooms } from '~/api/chat';
import { sentenceOf } from '~/api/http/client';
import { LIST_PAGE_SIZE } from '~/components/admin/list/list-url';
import { adminPage } from '~/components/shop/page-title';
import { adminLoader } from '~/components/admin/run-action';
import { keepsPage } from '~/routing/loading/keep-page';
import { Waiting } from '~/routing/waiting';
import { chatHref, readChatAddress } from './chat-address';
import { OpenRoom } from './open-room';
import { RoomList } from './room-list';
import { settle } from './settle-room';

export const meta = adminPage('Tư vấn');

/** Polling interval of the list, for new messages of other rooms. */
const POLL_MS = 5_000;

export const clientLoader = adminLoader(async ({ request }, { id: userId }) => {
  const { page, search, unanswered } = readChatAddress(new URL(request.url).searchParams);
  const query = { page, page_size: LIST_PAGE_SIZE, search, unanswered: unanswered ? '1' : '' };
  try {
    return { userId, rooms: await listRooms(query, request.signal), error: null };
  } catch (error) {
    if (request.signal.aborted || keepsPage(error)) throw error;
    return { userId, rooms: null, error: sentenceOf(error, 'Không thể tải danh sách trò chuyện.') };
  }
});

export const clientAction = ({ request }: ClientActionFunctionArgs) => settle(request);

/** Opening another room only changes the URL and reloads nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const [now, next] = [readChatAddress(currentUrl.searchParams), readChatAddress(nextUrl.searchParams)];
  return now.room === next.room || chatHref({ ...now, room: null }) !== chatHref({ ...next, room: null });
}

export const HydrateFallback = Waiting;

/** The list of conversations with the open one beside it; a phone shows one of the two. */
export default function AdminChat() {
  const { userId, rooms, error } = useLoaderData<typeof clientLoader>();
  const [params] = useSearchParams();
  const address = readChatAddress(params);
  usePolling();
  return (
    <main id="main" className="page py-4">
      <h1 className="sr-only">Tư vấn khách hàng</h1>
      <div className="grid h-[max(28rem,calc(100dvh-9rem))] grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-surface min-[769px]:grid-cols-[20rem_minmax(0,1fr)]">
        <RoomList address={address} rooms={rooms} error={error} userId={userId} />
        <OpenRoom address={address} rooms={rooms?.results} userId={userId} />
      </div>
    </main>
  );
}

/** Loads the list again from time to time, while the page is in sight and nothing else loads. */
function usePolling() {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === 'idle' && state === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isIdle, revalidate]);
}
