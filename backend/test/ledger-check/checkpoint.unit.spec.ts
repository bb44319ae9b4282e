import { checkpointAt } from '../../src/ledger-check/checkpoint.js';

const upTo = (n: number) => ({ transfers: n, lines: n, events: n, movements: n });

describe('a check without violations proves the books', () => {
  const before = { xid: '10', marks: upTo(1), next: { xid: '20', marks: upTo(2) } };

  test('up to the newest ids when no transaction is open', () => {
    expect(checkpointAt({ oldest: '30', first: '30', marks: upTo(3) }, before)).toEqual({
      xid: '30',
      marks: upTo(3),
      next: { xid: '30', marks: upTo(3) },
    });
  });

  test('up to the previous ids when the transactions of that time have ended', () => {
    expect(checkpointAt({ oldest: '20', first: '30', marks: upTo(3) }, before)).toEqual({
      xid: '20',
      marks: upTo(2),
      next: { xid: '30', marks: upTo(3) },
    });
  });

  test('no further than before while one of those transactions is open', () => {
    expect(checkpointAt({ oldest: '19', first: '30', marks: upTo(3) }, before)).toEqual({ ...before, xid: '19' });
  });

  test('up to no id at the first check while a transaction is open', () => {
    expect(checkpointAt({ oldest: '19', first: '30', marks: upTo(3) })).toEqual({
      xid: '19',
      marks: upTo(0),
      next: { xid: '30', marks: upTo(3) },
    });
  });
});
