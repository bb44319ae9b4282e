import { act } from '@testing-library/react';

/** What a stand-in answers: a status and a JSON body, or no answer at all. */
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the backend answers when something unexpected happened to it. */
export const BROKEN: Reply = { status: 500, body: { detail: 'Đã xảy ra lỗi. Vui lòng thử lại.' } };

/** The answer of a list with one page. @param count of the whole list, where it has more */
export const pageOf = <T>(results: readonly T[], count = results.length) => ({
  body: { count, page: 1, page_size: 20, results },
});

/** A call as the stand-in saw it. */
export interface Call {
  method: string;
  path: string;
  /** Without its question mark. */
  query: string;
  /** What the JSON says; a form as it is. */
  body: unknown;
  headers: Headers;
}

type Answer = Reply | 'unreachable' | ((call: Call) => Reply | 'unreachable' | Promise<Reply | 'unreachable'>);

/** Real milliseconds until an answer: a test that does not wait for it fails each time, not once in a hundred. */
const DELAY_MS = 5;

// Fake timers, which a test may have, hold no answer.
const realTimeout = setTimeout;

const pause = (ms: number) => new Promise<void>((resolve) => realTimeout(resolve, ms));

/**
 * Stands in for the shop's API under `fetch`, until the test ends.
 * @param answers by method and path, `'GET /api/products/5/'`; one that is not named is answered 404, but a session is renewed
 * @returns the calls that were made, in order, and ways to change the answers and to wait for them
 */
export function fakeApi(answers: Record<string, Answer> = {}) {
  const calls: Call[] = [];
  const known: Record<string, Answer> = {
    'POST /auth/jwt/refresh/': { body: { access: 'access-1', refresh: 'refresh-1' } },
    ...answers,
  };
  let waiting = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const [path = '', query = ''] = (input as string).split('?');
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? init.body && (JSON.parse(init.body) as unknown) : init?.body;
    const headers = new Headers(init?.headers);
    const call = { method, path, query, body, headers };
    calls.push(call);
    waiting += 1;
    await pause(DELAY_MS);
    const answer = known[`${method} ${path}`] ?? { status: 404, body: { detail: 'Không tìm thấy' } };
    const reply = typeof answer === 'function' ? await answer(call) : answer;
    waiting -= 1;
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    const { status = 200, body: said, headers: sent } = reply;
    return new Response(said === undefined ? null : JSON.stringify(said), { status, headers: sent });
  });
  return {
    calls,
    /** The calls to one method and path. */
    to: (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name),
    answer: (changed: Record<string, Answer>) => void Object.assign(known, changed),
    /**
     * Waits until every call has its answer, and so have those that the answers led to. For tests with fake timers, which
     * `waitFor` would move.
     */
    async answered() {
      do await act(() => pause(1));
      while (waiting > 0);
    },
  };
}
