import { pageOf } from '~/components/admin/list/list-url';

/** Reads the address of the chat page. Invalid values mean the first page and no room. */
export function readChatAddress(params: URLSearchParams) {
  const room = params.get('room');
  return {
    page: pageOf(params),
    search: params.get('search')?.trim() ?? '',
    unanswered: params.get('unanswered') === '1',
    room: room !== null && /^\d+_\d+$/.test(room) ? room : null,
  };
}

/** The page, the filters and the open room of the address. */
export type ChatAddress = ReturnType<typeof readChatAddress>;

/** The address of the page with the given filters and room; what is left out is not in it. */
export function chatHref({ page = 1, search = '', unanswered = false, room = null }: Partial<ChatAddress>): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (unanswered) params.set('unanswered', '1');
  if (page > 1) params.set('page', String(page));
  if (room) params.set('room', room);
  const query = params.toString();
  return `/admin/chat${query && `?${query}`}`;
}
