import type pg from 'pg';
import { createOwnerDataSource } from '../../../../src/platform/database/data-source.js';
import { ListenConnection, notify } from '../../../../src/platform/database/connections/listen-connection.js';
import { databaseBeside } from '../../../support/setup/database.js';
import { until } from '../../../support/until.js';

test('a connection that no longer hears itself is opened again, and says what was missed', async () => {
  jest.useFakeTimers({
    now: Date.now(),
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'Date'],
  });
  const url = await databaseBeside();
  const db = await createOwnerDataSource(url).initialize();
  const payloads: string[] = [];
  const connection = new ListenConnection(
    { url, channel: 'news', name: 'may-test' },
    {
      onNotification: (payload) => payloads.push(payload),
      onLive: () => payloads.push('(live)'),
      onLost: () => payloads.push('(lost)'),
    },
  );
  const settled = (what: string) => until(what, () => Promise.resolve(payloads.at(-1) === what));
  try {
    await connection.start();
    await notify(db, 'news', 'one');
    await settled('one');
    jest.advanceTimersByTime(15_000);
    await connection.roundTrip();
    await connection.roundTrip();
    expect(payloads).toEqual(['(live)', 'one']);

    // What a pooler does that gives the server's connection to somebody else.
    await (connection as unknown as { client: pg.Client }).client.query('UNLISTEN *');
    jest.advanceTimersByTime(15_000);
    await settled('(live)');
    await notify(db, 'news', 'two');
    await settled('two');
    expect(payloads).toEqual(['(live)', 'one', '(lost)', '(live)', 'two']);
  } finally {
    jest.useRealTimers();
    await connection.stop();
    await db.destroy();
  }
});
