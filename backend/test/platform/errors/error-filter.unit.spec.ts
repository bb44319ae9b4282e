import type { ArgumentsHost } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { NoFreeSlot } from '../../../src/platform/errors/no-free-slot.js';
import { ErrorFilter } from '../../../src/platform/errors/error.filter.js';
import { StoreUnavailable } from '../../../src/platform/file-store/file-store.js';
import { TEXTS } from '../../../src/contract/rules.js';

beforeEach(() => jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined));

/** What somebody is answered when this was thrown. */
function answerTo(thrown: unknown, state = { destroyed: false, complete: true }, filter = new ErrorFilter()) {
  const answer = { status: 0, body: {} as unknown };
  const response = {
    headersSent: false,
    setHeader: () => response,
    status: (status: number) => ((answer.status = status), response),
    json: (body: unknown) => ((answer.body = body), response),
  };
  const request = { url: '/api/orders/', method: 'GET', path: '/api/orders/', ...state };
  const http = { getRequest: () => request, getResponse: () => response };
  filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return answer;
}
const coded = (code: string) => Object.assign(new Error('secret'), { code });
const refused = (code: string) => new QueryFailedError('SELECT secret', [], coded(code));

// What a shopper may simply try again must not look like a mistake of the shop.
test.each([
  ['a connection that broke between two statements', new QueryRunnerAlreadyReleasedError()],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a connection that was closed', new Error('Client was closed and is not queryable')],
  ['a connection that failed', new Error('Client has encountered a connection error and is not queryable')],
  ['no server', coded('ECONNREFUSED')],
  ['a server that shuts down', refused('57P01')],
  ['a server that starts', refused('57P03')],
  ['a lock that is not given', refused('55P03')],
  ['a deadlock that would not end', refused('40P01')],
  ['a full disk', coded('ENOSPC')],
  ['a full quota', coded('EDQUOT')],
  ['a full disk of the database', refused('53100')],
])('%s is answered 503', (_what, thrown) => {
  expect(answerTo(thrown)).toEqual({
    status: 503,
    body: { detail: TEXTS.unavailable, error: TEXTS.unavailable },
  });
});

test.each([
  ['what nobody thought of', new Error('secret')],
  ['a mistake in a statement', refused('42601')],
])('%s is answered 500, and says nothing of itself', (_what, thrown) => {
  const answer = answerTo(thrown);
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});

test.each([
  ['a full disk', coded('ENOSPC')],
  ['a full disk of the pictures', new StoreUnavailable(coded('ENOSPC'))],
])('%s is logged as one sentence', (_what, thrown) => {
  const log = jest.mocked(Logger.prototype.error).mockClear();
  answerTo(thrown);
  expect(log.mock.calls).toEqual([['The disk is full: GET /api/orders/ was not stored.']]);
});

test('calls that fail because the database is down log one line for each reason in ten seconds, other calls one each', () => {
  const log = jest.mocked(Logger.prototype.error).mockClear();
  const filter = new ErrorFilter();
  const [lost, starting] = [
    new Error('Connection terminated unexpectedly'),
    new Error('Client was closed and is not queryable'),
  ];
  const [busy, own] = [new NoFreeSlot(), new Error('secret')];
  for (const thrown of [lost, lost, starting, busy, own, own, lost, busy])
    expect(answerTo(thrown, undefined, filter).status).toBe(thrown === own ? 500 : 503);
  expect(log.mock.calls.map(([facts]) => (facts as { err: unknown }).err)).toEqual([lost, starting, busy, own, own]);
});

test('an aborted upload is neither answered nor logged', () => {
  const log = jest.mocked(Logger.prototype.error).mockClear();
  expect(answerTo(new Error('Request aborted'), { destroyed: true, complete: false }).status).toBe(0);
  expect(log).not.toHaveBeenCalled();
});
