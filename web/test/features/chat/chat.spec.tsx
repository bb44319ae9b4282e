import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatMessage } from 'contract/chat';
import { CHAT_CLOSE, TEXTS } from 'contract/rules';
import { Toaster } from '~/components/feedback/toast';
import { ChatWindow } from '~/features/chat/chat-window';
import { dayOf } from '~/features/chat/chat-day';
import { CHAT_LOST } from '~/features/chat/chat-state';
import { fakeApi, type Call } from '../../support/api';
import { FakeSocket } from '../../support/fake-socket';
import { signedIn } from '../../support/given';

const HISTORY = 'GET /api/chat/messages/1_7/';
const message = (id: number, changed: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  message: `câu ${id}`,
  sender_id: 1,
  created_at: '2026-01-31T09:30:00.000Z',
  ...changed,
});

let api: ReturnType<typeof fakeApi>;
let stored: ChatMessage[];
const browserSocket = globalThis.WebSocket;

function history({ query: asked }: Call) {
  const query = new URLSearchParams(asked);
  const [before, after] = [Number(query.get('before') ?? Infinity), Number(query.get('after') ?? 0)];
  const page = stored.filter(({ id }) => id < before && id > after);
  return { body: query.has('after') ? page.slice(0, 50) : page.slice(-50) };
}

beforeEach(() => {
  signedIn();
  FakeSocket.made = [];
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  stored = [message(1), message(2, { sender_id: 7 })];
  api = fakeApi({
    [HISTORY]: history,
    'POST /auth/jwt/refresh/': { body: { access: 'access-2', refresh: 'refresh-2' } },
  });
});
afterEach(() => {
  globalThis.WebSocket = browserSocket;
});

const open = () => render(<ChatWindow room="1_7" userId={7} />);
const box = () => screen.getByRole('textbox', { name: 'Tin nhắn của bạn' });
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
const texts = () =>
  within(screen.getByRole('list'))
    .getAllByText(/^câu/)
    .map(({ textContent }) => textContent?.replace(/^(Bạn|Trả lời): /, ''));

async function connected() {
  const view = open();
  await FakeSocket.latest.open();
  await screen.findByText('câu 1');
  return view;
}

test('the chat connects with the token as a subprotocol and shows the history', async () => {
  open();
  expect(screen.getByRole('status', { name: 'Đang tải tin nhắn…' })).toBeInTheDocument();
  await FakeSocket.latest.open();
  expect(await screen.findByText('câu 1')).toBeVisible();
  expect(FakeSocket.latest).toMatchObject({ url: 'ws://localhost/ws/chat/1_7/', protocols: ['jwt', 'access-1'] });
  expect(screen.getByText('31/01/2026')).toBeVisible();
  expect(screen.getAllByText('16:30')).toHaveLength(2);
});

test('an empty room shows an invitation to write', async () => {
  stored = [];
  open();
  await FakeSocket.latest.open();
  expect(await screen.findByText('Bắt đầu cuộc trò chuyện…')).toBeVisible();
});

test('Enter sends; the message is pending until the server confirms it, then shown once', async () => {
  await connected();
  await userEvent.type(box(), 'câu mới{Enter}');
  const [frame] = FakeSocket.latest.sent;
  expect(frame).toEqual({ message: 'câu mới', sender_id: 7, client_id: expect.stringMatching(/^\w{32}$/) });
  expect(screen.getByText('Đang gửi…')).toBeVisible();
  expect(box()).toHaveValue('');
  await FakeSocket.latest.say(message(3, { message: 'câu mới', sender_id: 7, client_id: frame?.client_id }));
  expect(screen.queryByText('Đang gửi…')).toBeNull();
  expect(texts()).toEqual(['câu 1', 'câu 2', 'câu mới']);
});

test('Shift+Enter begins a line, Enter during composition does not send, and blank text is not sent', async () => {
  await connected();
  await userEvent.type(box(), 'một{Shift>}{Enter}{/Shift}hai');
  expect(box()).toHaveValue('một\nhai');
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
  expect(FakeSocket.latest.sent).toEqual([]);
  write('  \n ');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(FakeSocket.latest.sent).toEqual([]);
  expect(screen.getByRole('button', { name: 'Gửi' })).toBeDisabled();
});

test('a counter appears near the limit; a message over the limit is neither sent nor lost', async () => {
  await connected();
  write('x'.repeat(1_900));
  expect(screen.getByText('1.900/2.000')).toBeVisible();
  write('x'.repeat(2_001));
  expect(screen.getByText(`2.001/2.000 · ${TEXTS.chatTooLong}`)).toBeVisible();
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(FakeSocket.latest.sent).toEqual([]);
  expect(box()).toHaveValue('x'.repeat(2_001));
});

test('a rejected message shows the reason and is retried with the same id', async () => {
  await connected();
  await userEvent.type(box(), 'câu a{Enter}');
  const { client_id } = FakeSocket.latest.sent[0] ?? {};
  await FakeSocket.latest.say({ error: 'Bạn gửi tin quá nhanh.', client_id });
  expect(screen.getByRole('alert')).toHaveTextContent('Bạn gửi tin quá nhanh.');
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(FakeSocket.latest.sent.map((frame) => frame.client_id)).toEqual([client_id, client_id]);
});

test('the draft and unconfirmed messages survive a reload', async () => {
  const first = await connected();
  await userEvent.type(box(), 'câu a{Enter}');
  write('viết dở');
  const { client_id } = FakeSocket.latest.sent[0] ?? {};
  first.unmount();
  await connected();
  expect(box()).toHaveValue('viết dở');
  expect(FakeSocket.latest.sent).toEqual([{ message: 'câu a', sender_id: 7, client_id }]);
});

describe('a message that has not arrived when its writer leaves the room', () => {
  const UNSENT = /Tin nhắn chưa được gửi/;
  const leave = async () => {
    render(<Toaster />);
    const view = await connected();
    await userEvent.type(box(), 'câu a{Enter}');
    const socket = FakeSocket.latest;
    view.unmount();
    return { socket, client_id: socket.sent[0]?.client_id };
  };

  test('is awaited on its way, and not sent again', async () => {
    const { socket, client_id } = await leave();
    expect(socket.readyState).toBe(FakeSocket.OPEN);
    await socket.say(message(3, { message: 'câu a', sender_id: 7, client_id }));
    expect(socket.readyState).not.toBe(FakeSocket.OPEN);
    expect(screen.queryByText(UNSENT)).toBeNull();
    await connected();
    expect(FakeSocket.latest.sent).toEqual([]);
  });

  test('is no longer awaited once the room is open again', async () => {
    const { socket, client_id } = await leave();
    await connected();
    expect(socket.readyState).not.toBe(FakeSocket.OPEN);
    expect(FakeSocket.latest.sent).toMatchObject([{ message: 'câu a', client_id }]);
    expect(screen.queryByText(UNSENT)).toBeNull();
  });

  test.each<[string, (socket: FakeSocket, client_id: string | undefined) => Promise<void>]>([
    ['the connection breaks', (socket) => socket.end()],
    ['the shop refuses it', (socket, client_id) => socket.say({ error: 'Bạn gửi tin quá nhanh.', client_id })],
  ])('is kept when %s, and its writer is told', async (_what, fail) => {
    const { socket, client_id } = await leave();
    await fail(socket, client_id);
    expect(screen.getByText(UNSENT)).toBeVisible();
    expect(FakeSocket.made).toHaveLength(1);
    await connected();
    expect(await screen.findByText('câu a')).toBeVisible();
  });

  test('is kept without a connection, its writer is told, and it is sent when the room is open again', async () => {
    const first = await connected();
    render(<Toaster />);
    await FakeSocket.latest.end();
    await userEvent.type(box(), 'câu a{Enter}');
    first.unmount();
    expect(screen.getByText(UNSENT)).toBeVisible();
    await connected();
    expect(FakeSocket.latest.sent).toMatchObject([{ message: 'câu a' }]);
  });
});

test('the draft and unconfirmed messages are neither shown to nor sent by another user of the tab', async () => {
  const first = await connected();
  await userEvent.type(box(), 'câu a{Enter}');
  write('viết dở');
  first.unmount();
  render(<ChatWindow room="1_7" userId={8} />);
  await FakeSocket.latest.open();
  await screen.findByText('câu 1');
  expect(box()).toHaveValue('');
  expect(screen.queryByText('câu a')).toBeNull();
  expect(FakeSocket.latest.sent).toEqual([]);
});

describe('when the connection breaks', () => {
  const later = async (ms: number) => {
    await act(() => jest.advanceTimersByTimeAsync(ms));
    await api.answered();
  };

  test('the chat reconnects, fetches missed messages and resends pending ones', async () => {
    await connected();
    await userEvent.type(box(), 'câu a{Enter}');
    const { client_id } = FakeSocket.latest.sent[0] ?? {};
    jest.useFakeTimers();
    await FakeSocket.latest.end();
    stored.push(message(3), message(4));
    await later(1_100);
    expect(FakeSocket.made).toHaveLength(2);
    await FakeSocket.latest.open();
    await later(0);
    expect(texts()).toEqual(['câu 1', 'câu 2', 'câu 3', 'câu 4', 'câu a']);
    expect(FakeSocket.latest.sent).toEqual([{ message: 'câu a', sender_id: 7, client_id }]);
  });

  test.each([
    ['breaks', 1006, [500, 1_000]],
    ['ends with all others because the shop restarts', CHAT_CLOSE.restart, [500, 5_000]],
  ] as const)('one that %s is made again when it should be', async (_why, code, [earliest, latest]) => {
    const random = jest.spyOn(Math, 'random');
    for (const [chance, pause] of [
      [0, earliest],
      [1, latest],
    ] as const) {
      random.mockReturnValue(chance);
      const { unmount } = await connected();
      jest.useFakeTimers();
      const before = FakeSocket.made.length;
      await FakeSocket.latest.end(code);
      await later(pause - 1);
      expect(FakeSocket.made).toHaveLength(before);
      await later(1);
      expect(FakeSocket.made).toHaveLength(before + 1);
      unmount();
      jest.useRealTimers();
    }
  });

  test('missed messages are fetched page by page to the end', async () => {
    await connected();
    jest.useFakeTimers();
    await FakeSocket.latest.end();
    for (let id = 3; id <= 130; id += 1) stored.push(message(id));
    await later(1_100);
    await FakeSocket.latest.open();
    await FakeSocket.latest.say(message(131));
    await later(0);
    expect(texts()).toHaveLength(131);
    expect(texts().at(-1)).toBe('câu 131');
  });

  test.each<[string, () => Promise<void>]>([
    ['at the next message', () => FakeSocket.latest.say(message(4))],
    ['after a while', () => later(10_000)],
  ])('missed messages that could not be fetched are fetched %s', async (_when, happens) => {
    await connected();
    jest.useFakeTimers();
    await FakeSocket.latest.end();
    stored.push(message(3));
    api.answer({ [HISTORY]: { status: 503 } });
    await later(1_100);
    await FakeSocket.latest.open();
    await later(0);
    stored.push(message(4));
    api.answer({ [HISTORY]: history });
    await happens();
    await later(0);
    expect(texts()).toEqual(['câu 1', 'câu 2', 'câu 3', 'câu 4']);
  });

  test('a refused handshake renews the token before the next attempt', async () => {
    jest.useFakeTimers();
    api.answer({
      [HISTORY]: ({ headers }: Call) =>
        headers.get('Authorization') === 'JWT access-2' ? { body: stored } : { status: 401, body: { detail: 'x' } },
    });
    open();
    await FakeSocket.latest.end();
    await later(1_100);
    expect(FakeSocket.made.map(({ protocols }) => protocols[1])).toEqual(['access-1', 'access-2']);
    expect(screen.getByText('câu 1')).toBeVisible();
  });

  test('after several failed attempts it shows the lost connection, fails pending messages, and goes on trying', async () => {
    await connected();
    await userEvent.type(box(), 'câu a{Enter}');
    jest.useFakeTimers();
    for (let failure = 0; failure < 4; failure += 1) {
      await FakeSocket.latest.end();
      await later(10_000);
    }
    expect(screen.getAllByText(CHAT_LOST)).toHaveLength(2);
    const tries = FakeSocket.made.length;
    await FakeSocket.latest.end();
    await later(31_000);
    expect(FakeSocket.made.length).toBeGreaterThan(tries);
    await FakeSocket.latest.open();
    fireEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(FakeSocket.latest.sent).toMatchObject([{ message: 'câu a' }]);
  });

  test('a connection replaced by newer windows reconnects only on request', async () => {
    await connected();
    jest.useFakeTimers();
    await FakeSocket.latest.end(CHAT_CLOSE.replaced);
    await later(120_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(screen.getByText(CHAT_LOST)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(FakeSocket.made).toHaveLength(2);
  });

  test('an unconfirmed message causes a reconnect', async () => {
    await connected();
    jest.useFakeTimers();
    write('câu a');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await later(10_100);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test('the chat waits while offline and connects at once when online', async () => {
    await connected();
    const spy = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getAllByText('Đang kết nối lại…')).not.toHaveLength(0);
    spy.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(FakeSocket.made).toHaveLength(2);
  });

  const transition = (type: string, persisted: boolean) =>
    act(() => void window.dispatchEvent(new PageTransitionEvent(type, { persisted })));

  test('a page that is left closes its socket, so that the browser may keep it for going back', async () => {
    await connected();
    const { latest } = FakeSocket;
    transition('pagehide', true);
    expect(latest.readyState).toBe(3);
    expect(screen.getAllByText('Đang kết nối lại…')).not.toHaveLength(0);
    jest.useFakeTimers();
    await later(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  test('a kept page that is shown again connects at once and fetches what it missed', async () => {
    await connected();
    transition('pagehide', true);
    stored.push(message(3));
    transition('pageshow', true);
    expect(FakeSocket.made).toHaveLength(2);
    await FakeSocket.latest.open();
    expect(await screen.findByText('câu 3')).toBeVisible();
  });

  test('a page that is shown for the first time keeps its connection', async () => {
    await connected();
    transition('pageshow', false);
    expect(FakeSocket.made).toHaveLength(1);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.OPEN);
  });

  test('a chat that is closed no longer hears that its page is shown', async () => {
    const { unmount } = await connected();
    unmount();
    transition('pageshow', true);
    expect(FakeSocket.made).toHaveLength(1);
  });
});

test('older messages are added above, each once', async () => {
  stored = Array.from({ length: 120 }, (_, index) => message(index + 1));
  open();
  await FakeSocket.latest.open();
  await screen.findByText('câu 120');
  expect(texts()[0]).toBe('câu 71');
  await userEvent.click(screen.getByRole('button', { name: 'Xem tin nhắn cũ hơn' }));
  await screen.findByText('câu 21');
  api.answer({ [HISTORY]: { status: 503 } });
  await userEvent.click(screen.getByRole('button', { name: 'Xem tin nhắn cũ hơn' }));
  expect(await screen.findByRole('button', { name: /Không tải được tin cũ/ })).toBeVisible();
  expect(texts()).toHaveLength(100);
});

test('a history that fails to load shows the error with a retry', async () => {
  api.answer({ [HISTORY]: { status: 503 } });
  open();
  await FakeSocket.latest.open();
  expect(await screen.findByText(TEXTS.unavailable)).toBeVisible();
  api.answer({ [HISTORY]: { body: stored } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await FakeSocket.latest.open();
  expect(await screen.findByText('câu 1')).toBeVisible();
});

test.each<[string, number]>([
  ['while the history loads', 0],
  ['after the history failed to load', 1],
])('a message that arrives %s does not pass for the history', async (_, answered) => {
  api.answer({ [HISTORY]: { status: 503 } });
  open();
  await FakeSocket.latest.open();
  if (answered) await screen.findByText(TEXTS.unavailable);
  stored.push(message(3));
  await FakeSocket.latest.say(message(3));
  expect(await screen.findByText(TEXTS.unavailable)).toBeVisible();
  api.answer({ [HISTORY]: { body: stored } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await FakeSocket.latest.open();
  await screen.findByText('câu 1');
  expect(texts()).toEqual(['câu 1', 'câu 2', 'câu 3']);
});

test('screen readers announce messages of the other side', async () => {
  await connected();
  await FakeSocket.latest.say(message(3, { message: 'câu trả lời' }));
  expect(screen.getByText('Tin nhắn mới: câu trả lời')).toHaveAttribute('aria-live', 'polite');
});

test('the days of a chat follow Vietnam’s calendar', () => {
  const now = Date.parse('2026-02-01T18:00:00Z'); // already the 2nd in Vietnam
  expect(dayOf('2026-02-01T17:30:00Z', now)).toBe('Hôm nay');
  expect(dayOf('2026-02-01T16:30:00Z', now)).toBe('Hôm qua');
  expect(dayOf('2026-01-31T16:30:00Z', now)).toBe('31/01/2026');
});
