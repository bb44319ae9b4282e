import { provedAt } from '../../src/ledger/proof.js';

const upTo = (n: number) => ({ transfers: n, lines: n, events: n, movements: n });

describe('books that were found sound are proved', () => {
  const before = { xid: '10', marks: upTo(1), next: { xid: '20', marks: upTo(2) } };

  test('to the end of the records when no transaction is open', () => {
    expect(provedAt({ oldest: '30', first: '30', marks: upTo(3) }, before)).toEqual({
      xid: '30',
      marks: upTo(3),
      next: { xid: '30', marks: upTo(3) },
    });
  });

  test('to where the records ended before, when those have ended that were open then', () => {
    expect(provedAt({ oldest: '20', first: '30', marks: upTo(3) }, before)).toEqual({
      xid: '20',
      marks: upTo(2),
      next: { xid: '30', marks: upTo(3) },
    });
  });

  test('no further than before while one of those is open', () => {
    expect(provedAt({ oldest: '19', first: '30', marks: upTo(3) }, before)).toEqual({ ...before, xid: '19' });
  });

  test('from nothing on, the first time, while one is open', () => {
    expect(provedAt({ oldest: '19', first: '30', marks: upTo(3) })).toEqual({
      xid: '19',
      marks: upTo(0),
      next: { xid: '30', marks: upTo(3) },
    });
  });
});
