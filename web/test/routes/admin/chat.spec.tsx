import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatRoom } from 'contract/chat';
import * as chat from '~/routes/admin/chat/route';
import { fakeApi, pageOf, type Call } from '../../support/api';
import { FakeSocket } from '../../support/fake-socket';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const LIST = 'GET /api/chat/rooms/';
const LAN = 'GET /api/chat/messages/1_7/';
const MAI = 'GET /api/chat/messages/1_8/';
const SENT_AT = '2026-01-31T09:30:00.000Z';

/** The conversation with lan, user 7, who asked something that nobody has read. */
const room = (changed: Partial<ChatRoom> = {}): ChatRoom => ({
  room: '1_7',
  user: { id: 7, username: 'lan', avatar: null },
  last_message: { id: 3, message: 'Áo này còn không?', sender_id: 7, created_at: SENT_AT },
  unread: 2,
  is_unanswered: true,
  ...changed,
});
/** The one with mai, user 8, whom the administrator answered last. */
const answeredRoom = room({
  room: '1_8',
  user: { id: 8, username: 'mai', avatar: '/media/mai.webp' },
  last_message: { id: 2, message: 'Dạ còn ạ', sender_id: 1, created_at: SENT_AT },
  unread: 0,
  is_unanswered: false,
});

let api: ReturnType<typeof fakeApi>;
const browserSocket = globalThis.WebSocket;

beforeEach(() => {
  signedIn({ id: 1, username: 'admin', isAdmin: true });
  FakeSocket.made = [];
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  api = fakeApi({
    [LIST]: pageOf([room(), answeredRoom]),
    [LAN]: { body: [{ id: 3, message: 'câu của lan', sender_id: 7, created_at: SENT_AT }] },
    [MAI]: { body: [{ id: 2, message: 'câu cho mai', sender_id: 1, created_at: SENT_AT }] },
  });
});
afterEach(() => {
  globalThis.WebSocket = browserSocket;
});

const open = (address = '/admin/chat') => openShop({ 'admin/chat': chat }, address);
const list = () => screen.findByRole('region', { name: 'Các cuộc trò chuyện' });
const roomLinks = async () => within(await list()).findAllByRole('link', { name: /lan|mai/ });
const queries = () => api.to(LIST).map(({ query }) => query);
const address = (text: string) => screen.findByText(text, { selector: 'output' });

redirectsShoppers(open, () => api.to(LIST));

test("lists the conversations in the server's order with the last message and its sender", async () => {
  open();
  const [lan, mai] = await roomLinks();
  expect(lan).toHaveTextContent(/lan.*31\/01\/2026.*Áo này còn không\?/);
  expect(lan).not.toHaveTextContent('Bạn:');
  expect(mai).toHaveTextContent(/mai.*31\/01\/2026.*Bạn: Dạ còn ạ/);
  expect(mai?.querySelector('img')).toHaveAttribute('src', '/media/mai.webp');
  expect(screen.getByText('Chọn một cuộc trò chuyện để đọc và trả lời.')).toBeVisible();
  expect(FakeSocket.made).toEqual([]);
});

test('shows the number of unread messages only where there are some', async () => {
  api.answer({ [LIST]: pageOf([room({ unread: 1_234 }), answeredRoom]) });
  open();
  const [lan, mai] = await roomLinks();
  expect(lan).toHaveTextContent('1.234 tin chưa đọc');
  expect(mai).not.toHaveTextContent('chưa đọc');
});

test('selecting a conversation opens it beside the list, sets the URL and does not reload the list', async () => {
  open('/admin/chat?search=la&page=2');
  await userEvent.click(await screen.findByRole('link', { name: /lan/ }));
  expect(await address('/admin/chat?search=la&page=2&room=1_7')).toBeInTheDocument();
  const conversation = screen.getByRole('region', { name: 'Trò chuyện với lan' });
  await FakeSocket.latest.open();
  expect(await within(conversation).findByText('câu của lan')).toBeVisible();
  expect(FakeSocket.latest.url).toBe('ws://localhost/ws/chat/1_7/');
  const [lan, mai] = await roomLinks();
  expect(lan).toHaveAttribute('aria-current', 'page');
  expect(mai).not.toHaveAttribute('aria-current');
  expect(within(conversation).getByRole('link', { name: 'Về danh sách' })).toHaveAttribute(
    'href',
    '/admin/chat?search=la&page=2',
  );
  expect(queries()).toHaveLength(1);
});

test('another conversation replaces the open one', async () => {
  open('/admin/chat?room=1_7');
  await userEvent.click(await screen.findByRole('link', { name: /mai/ }));
  await screen.findByRole('region', { name: 'Trò chuyện với mai' });
  await FakeSocket.latest.open();
  expect(await screen.findByText('câu cho mai')).toBeVisible();
  expect(screen.queryByText('câu của lan')).toBeNull();
  expect(FakeSocket.made.map(({ url, readyState }) => [url.slice(-4, -1), readyState])).toEqual([
    ['1_7', 3],
    ['1_8', FakeSocket.OPEN],
  ]);
});

test("an administrator's message goes to the open room under their own name", async () => {
  open('/admin/chat?room=1_7');
  const box = await screen.findByRole('textbox', { name: 'Tin nhắn của bạn' });
  await FakeSocket.latest.open();
  await userEvent.type(box, 'Dạ còn ạ{Enter}');
  expect(FakeSocket.latest.sent).toMatchObject([{ message: 'Dạ còn ạ', sender_id: 1 }]);
});

describe("a colleague's answer", () => {
  const answers = [
    { id: 3, message: 'Áo này còn không?', sender_id: 7, created_at: SENT_AT },
    { id: 4, message: 'Dạ còn ạ', sender_id: 2, created_at: SENT_AT },
    { id: 5, message: 'Còn cỡ M ạ', sender_id: 1, created_at: SENT_AT },
  ];

  test("stands on the shop's side and is read out as the shop's", async () => {
    api.answer({ [LAN]: { body: answers } });
    open('/admin/chat?room=1_7');
    await screen.findByRole('textbox', { name: 'Tin nhắn của bạn' });
    await FakeSocket.latest.open();
    expect((await screen.findByText('Dạ còn ạ')).textContent).toBe('Cửa hàng: Dạ còn ạ');
    const inWindow = screen.getByRole('region', { name: 'Tin nhắn' });
    const sides = within(inWindow)
      .getAllByRole('listitem')
      .map(({ className }) => /justify-items-(?:start|end)/.exec(className)?.[0])
      .filter(Boolean);
    expect(sides).toEqual(['justify-items-start', 'justify-items-end', 'justify-items-end']);
    expect(screen.getByText('Còn cỡ M ạ').textContent).toBe('Bạn: Còn cỡ M ạ');
    await FakeSocket.latest.say({ id: 6, message: 'Mời bạn đặt', sender_id: 3, created_at: SENT_AT });
    expect(screen.getByText('Tin nhắn mới của cửa hàng: Mời bạn đặt')).toBeInTheDocument();
  });

  test('is marked in the list', async () => {
    const last = { id: 2, message: 'Dạ còn ạ', sender_id: 2, created_at: SENT_AT };
    api.answer({ [LIST]: pageOf([{ ...answeredRoom, last_message: last }]) });
    open();
    expect((await roomLinks())[0]).toHaveTextContent(/Cửa hàng: Dạ còn ạ/);
  });
});

test('a room from another page of the list can be open', async () => {
  api.answer({ 'GET /api/chat/messages/1_99/': { body: [] } });
  open('/admin/chat?room=1_99');
  expect(await screen.findByRole('heading', { name: 'Khách #99' })).toBeVisible();
});

test('an invalid room or page opens the first page of the list', async () => {
  open('/admin/chat?room=x&page=-2');
  expect(await screen.findByText('Chọn một cuộc trò chuyện để đọc và trả lời.')).toBeVisible();
  expect(queries()).toEqual(['page=1&page_size=20']);
});

test('the search is in the URL and sent to the server, and ends when the box is cleared', async () => {
  api.answer({
    [LIST]: ({ query }: Call) =>
      query.includes('search=mai') ? pageOf([answeredRoom]) : pageOf([room(), answeredRoom]),
  });
  open('/admin/chat?page=2');
  const box = () => screen.findByRole('searchbox', { name: 'Tìm theo tên hoặc email' });
  await userEvent.type(await box(), 'mai{Enter}');
  expect(await address('/admin/chat?search=mai')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /lan/ })).toBeNull();
  expect(await box()).toHaveValue('mai');
  await userEvent.clear(await box());
  expect(await screen.findByRole('link', { name: /lan/ })).toBeVisible();
  expect(queries()).toEqual(['page=2&page_size=20', 'page=1&page_size=20&search=mai', 'page=1&page_size=20']);
});

test('unanswered conversations are listed alone, with the search, and an answered one stays open under its name', async () => {
  open('/admin/chat?search=a&page=2&room=1_7');
  expect(await screen.findByRole('heading', { name: 'lan' })).toBeVisible();
  api.answer({ [LIST]: pageOf([]) });
  await userEvent.click(screen.getByRole('link', { name: 'Chưa trả lời' }));
  expect(await address('/admin/chat?search=a&unanswered=1&room=1_7')).toBeInTheDocument();
  expect(await screen.findByText('Không có cuộc trò chuyện nào chưa trả lời')).toBeVisible();
  expect(queries().at(-1)).toBe('page=1&page_size=20&search=a&unanswered=1');
  expect(screen.getByRole('link', { name: 'Chưa trả lời' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('heading', { name: 'lan' })).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'b{Enter}');
  expect(await address('/admin/chat?unanswered=1&search=ab')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Tất cả' })).toHaveAttribute('href', '/admin/chat?search=ab');
});

test('a conversation that needs no answer is settled up to the message that the list showed', async () => {
  const path = 'POST /api/chat/rooms/1_7/settle/';
  api.answer({ [path]: { status: 204 } });
  open('/admin/chat?room=1_7');
  const button = await screen.findByRole('button', { name: 'Đã xong' });
  api.answer({ [LIST]: pageOf([room({ is_unanswered: false }), answeredRoom]) });
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Đã xong' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('textbox', { name: /tin nhắn/i })).toHaveFocus());
  expect(api.to(path).map(({ body }) => body)).toEqual([{ last_message_id: 3 }]);
});

test('an answered conversation offers no settling', async () => {
  open('/admin/chat?room=1_8');
  expect(await screen.findByRole('heading', { name: 'mai' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Đã xong' })).toBeNull();
});

test('an open conversation leads to the customer and to their orders', async () => {
  open('/admin/chat?room=1_7');
  const conversation = within(await screen.findByRole('region', { name: 'Trò chuyện với lan' }));
  expect(conversation.getByRole('link', { name: 'lan' })).toHaveAttribute('href', '/admin/customers/7');
  expect(conversation.getByRole('link', { name: 'Đơn hàng' })).toHaveAttribute('href', '/admin/orders?user=7');
});

test('pagination keeps the search and the open conversation', async () => {
  api.answer({ [LIST]: pageOf([room()], 45) });
  open('/admin/chat?search=la&page=2&room=1_7');
  const next = await screen.findByRole('link', { name: 'Trang sau' });
  expect(next).toHaveAttribute('href', '/admin/chat?search=la&page=3&room=1_7');
  expect(screen.getByRole('link', { name: 'Trang trước' })).toHaveAttribute('href', '/admin/chat?search=la&room=1_7');
  await userEvent.click(next);
  expect(await screen.findByText('3', { selector: 'strong' })).toBeVisible();
  expect(queries().at(-1)).toBe('page=3&page_size=20&search=la');
});

test.each([
  ['/admin/chat', 'Chưa có cuộc trò chuyện nào', 'Tin nhắn của khách sẽ hiện ở đây.'],
  ['/admin/chat?search=xyz', 'Không tìm thấy ai', 'Thử một phần khác của tên hoặc email.'],
])('%s shows the empty state', async (at, title, hint) => {
  api.answer({ [LIST]: pageOf([]) });
  open(at);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(hint)).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Phân trang' })).toBeNull();
});

test('a page of conversations past the end links back', async () => {
  api.answer({ [LIST]: pageOf([], 45) });
  open('/admin/chat?search=la&page=7');
  expect(await screen.findByText('Không còn cuộc trò chuyện nào ở trang này')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Về trang đầu' })).toHaveAttribute('href', '/admin/chat?search=la');
});

test('a list that failed to load can be retried, and the open conversation stays usable', async () => {
  api.answer({ [LIST]: { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
  open('/admin/chat?room=1_7');
  expect(await within(await list()).findByRole('alert')).toHaveTextContent('Bận');
  await FakeSocket.latest.open();
  expect(await screen.findByText('câu của lan')).toBeVisible();
  api.answer({ [LIST]: pageOf([room()]) });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect((await roomLinks())[0]).toBeVisible();
  expect(screen.queryByText('Bận')).toBeNull();
  expect(FakeSocket.made).toHaveLength(1);
});

test('new messages of other rooms appear within seconds while the page is visible', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  open();
  await api.answered();
  await screen.findByRole('link', { name: /2 tin chưa đọc/ });
  api.answer({ [LIST]: pageOf([room({ unread: 3 }), answeredRoom]) });
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(() => jest.advanceTimersByTimeAsync(11_000));
  expect(queries()).toHaveLength(1);
  hidden.mockRestore();
  await act(() => jest.advanceTimersByTimeAsync(5_100));
  await api.answered();
  expect(await screen.findByRole('link', { name: /3 tin chưa đọc/ })).toBeVisible();
});
