import { readPosition, readReplayed } from '../../../../src/platform/database/replica/log-position.sql.js';

const server = (lsn: string | null) => () => Promise.resolve([{ lsn, identity: '7-16384' }]);

test.each([
  ['16/B374D848', 0x16_b374_d848n],
  ['0/1000000', 0x100_0000n],
  // Behind a page's header nothing has been written yet.
  ['0/3002018', 0x300_2000n],
  ['1/0000028', 0x1_0000_0000n],
])('a server whose next record comes at %s has written up to %d', async (lsn, end) => {
  expect(await readPosition(server(lsn))).toEqual({ lsn: end, identity: '7-16384' });
});

test('a server that is no replica has replayed nothing', async () => {
  expect(await readReplayed(server(null))).toBeUndefined();
  expect(await readReplayed(server('0/3002018'))).toEqual({ lsn: 0x300_2018n, identity: '7-16384' });
});
