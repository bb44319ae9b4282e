import { upload } from '~/api/http/upload';

/** Stands in for the browser's XMLHttpRequest; the test says what happens to it. */
class SlowRequest {
  static last: SlowRequest;
  status = 0;
  responseText = '';
  isAborted = false;
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  timeout = 0;
  onload = () => {};
  ontimeout = () => {};
  open() {
    SlowRequest.last = this;
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  /** The browser's own limit is one of the whole request. */
  send() {
    if (this.timeout === 0) return;
    setTimeout(() => {
      this.isAborted = true;
      this.ontimeout();
    }, this.timeout);
  }
  abort() {
    this.isAborted = true;
  }
}

const real = globalThis.XMLHttpRequest;
beforeEach(() => {
  jest.useFakeTimers();
  globalThis.XMLHttpRequest = SlowRequest as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.XMLHttpRequest = real;
});

/** Begins an upload. */
function begin() {
  const sent: number[] = [];
  const outcome = upload('/api/things/', {
    ...{ method: 'POST', body: new FormData(), token: 'abc' },
    onProgress: (fraction) => sent.push(fraction),
  });
  const ended = outcome.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  return { request: SlowRequest.last, sent, ended };
}
const wait = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);
const move = ({ upload }: SlowRequest, loaded: number) =>
  upload.onprogress?.({ lengthComputable: true, loaded, total: 10 });

test('an upload may take as long as it moves, and its answer two minutes', async () => {
  const { request, sent, ended } = begin();
  for (let tenths = 1; tenths <= 10; tenths += 1) {
    await wait(50);
    move(request, tenths);
  }
  request.upload.onload?.();
  await wait(110);
  expect(request.isAborted).toBe(false);
  Object.assign(request, { status: 201, responseText: '{"id":1}' });
  request.onload();
  expect(await ended).toEqual({ answer: { id: 1 } });
  expect(sent.at(-1)).toBe(1);
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ['that never begins', () => undefined, 60],
  ['that stands still for a minute', (request: SlowRequest) => move(request, 4), 60],
  ['that is not answered within two minutes', (request: SlowRequest) => request.upload.onload?.(), 120],
])('an upload %s ends as if the server was not reached', async (_, happens, seconds) => {
  const { request, ended } = begin();
  await wait(1);
  happens(request);
  await wait(seconds - 2);
  expect(request.isAborted).toBe(false);
  await wait(2);
  expect(request.isAborted).toBe(true);
  expect(await ended).toMatchObject({ error: { name: 'ApiError', status: 0 } });
});
