import { Stopping } from '../../src/monitoring/readiness.service.js';
import { MediaStore } from '../../src/media/media-store.js';
import { storeHeartbeat } from '../../src/monitoring/heartbeat.sql.js';
import { cardProvider } from '../support/payments/card.js';
import { KeywordSearchService } from '../../src/search/keyword/keyword-search.service.js';
import { openShop, shop, visitor } from '../support/client.js';
import { passTime } from '../support/clock.js';
import { given, times } from '../support/given.js';
import { until } from '../support/until.js';

openShop();

/** Checks in one second share a result. */
const passKept = () => passTime(2_000);

type Parts = Record<string, { state: string; ms: number; age?: number }>;
const partsOf = async () => {
  const { body } = await visitor().get('/readyz');
  return (body as { parts: Parts }).parts;
};
const statesOf = (parts: Parts) => Object.fromEntries(Object.entries(parts).map(([name, { state }]) => [name, state]));

test('a live process answers 200 and says what it runs', async () => {
  const reply = await visitor().get('/healthz');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ status: 'ok', version: 'sources', commit: 'unknown' });
});

test('a shop whose parts are all up is ready, and names them with their times', async () => {
  await storeHeartbeat(shop().db);
  await shop().db.query(`INSERT INTO search_engines (name, completed_at) VALUES ('any', now())`);
  await until('the keyword index is loaded', () => shop().app.get(KeywordSearchService).state === 'up', 30_000);
  passKept();
  const reply = await visitor().get('/readyz');
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const { parts, ...rest } = reply.body as { parts: Parts };
  expect(rest).toEqual({ status: 'ready', version: 'sources', commit: 'unknown', ...statesOf(parts) });
  const all = [
    'database',
    'connections',
    'eventLoop',
    'queue',
    'worker',
    'media',
    'mail',
    'search',
    'aiSearch',
    'cardProvider',
  ];
  if (process.env.REDIS_URL) all.push('redis');
  expect(statesOf(parts)).toEqual(Object.fromEntries(all.map((name) => [name, 'up'])));
  for (const { ms } of Object.values(parts)) expect(ms).toBeGreaterThanOrEqual(0);
});

test('a lost worker is named by its last heartbeat, and the shop stays ready', async () => {
  await storeHeartbeat(shop().db);
  await shop().db.query(`UPDATE worker_heartbeat SET seen_at = now() - interval '2 minutes'`);
  passKept();
  const reply = await visitor().get('/readyz');
  expect(reply.status).toBe(200);
  const { worker } = (reply.body as { parts: Parts }).parts;
  expect(worker).toMatchObject({ state: 'down' });
  expect(worker?.age).toBeGreaterThanOrEqual(120);
  await shop().db.query('DELETE FROM worker_heartbeat');
  passKept();
  expect((await partsOf()).worker).toMatchObject({ state: 'down' });
});

test('the AI search is busy until its first index is built, and the shop stays ready', async () => {
  await shop().db.query('DELETE FROM search_engines');
  await until('the keyword index is loaded', () => shop().app.get(KeywordSearchService).state === 'up', 30_000);
  passKept();
  const { status, body } = await visitor().get('/readyz');
  expect([status, body]).toMatchObject([200, { aiSearch: 'busy', search: 'up' }]);
});

test('a mail that has been due for long shows that mails do not leave', async () => {
  const { id } = await given.shopper();
  await shop().db.query(
    `INSERT INTO mails (template, user_id, recipient, next_attempt_at)
     VALUES ('password_changed', $1, 'old@example.com', now() - interval '11 minutes')`,
    [id],
  );
  passKept();
  expect(statesOf(await partsOf())).toMatchObject({ mail: 'down', database: 'up' });
  await shop().db.query('DELETE FROM mails');
});

test('a part that never answers is down after its time limit, and its error is not shown', async () => {
  const media = jest.spyOn(shop().app.get(MediaStore, { strict: false }), 'check');
  media.mockReturnValueOnce(new Promise(() => undefined));
  passKept();
  expect((await partsOf()).media).toMatchObject({ state: 'down' });
  media.mockRejectedValueOnce(new Error('EACCES /secret/folder'));
  passKept();
  const { text } = await visitor().get('/readyz');
  expect(text).toContain('"media":{"state":"down"');
  expect(text).not.toContain('secret');
  media.mockRestore();
});

test('checks within a second cost one probe', async () => {
  const media = jest.spyOn(shop().app.get(MediaStore, { strict: false }), 'check');
  passKept();
  // A busy machine takes longer than a second for them.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  await times(20, () => visitor().get('/readyz')).finally(() => clock.mockRestore());
  expect(media).toHaveBeenCalledTimes(1);
  media.mockRestore();
});

test('a failing card provider is named until a call succeeds again', async () => {
  const provider = cardProvider();
  const call = (answer: () => Promise<unknown>) =>
    (provider as unknown as { call: (request: () => Promise<unknown>) => Promise<unknown> }).call(answer);
  await expect(call(() => Promise.reject(new Error('no connection')))).rejects.toMatchObject({ status: 503 });
  expect(provider.state).toBe('down');
  await call(() => Promise.reject(Object.assign(new Error('no such intent'), { statusCode: 404 }))).catch(() => null);
  expect(provider.state).toBe('up');
});

test('a stopping process is not ready, and continues to work', async () => {
  const stopping = shop().app.get(Stopping);
  stopping.isOn = true;
  const ready = await fetch(`${shop().url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { status: 'stopping', parts: { database: { state: 'up' } } },
  ]);
  expect((await visitor().get('/api/products/')).status).toBe(200);
  stopping.isOn = false;
  expect((await visitor().get('/readyz')).status).toBe(200);
});

test('the API page is there, and describes a call with its schemas', async () => {
  expect((await visitor().get('/api/docs/')).text).toContain('swagger-ui');
  const { body } = await visitor().get('/api/openapi.json');
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/placeorder/', '/auth/jwt/create/']));
  expect(body.components.schemas).toHaveProperty('PlaceOrder');
  // A buyer cancels without a body; every other one is needed.
  const operations = Object.entries(body.paths as object).flatMap(([url, methods]) =>
    Object.values(methods as { requestBody?: { required: boolean } }[]).map(({ requestBody }) => ({
      url,
      requestBody,
    })),
  );
  const withBody = operations.filter(({ requestBody }) => requestBody);
  expect(withBody.length).toBeGreaterThan(40);
  expect(withBody.filter(({ requestBody }) => !requestBody?.required)).toEqual([
    {
      url: '/api/orders/{id}/cancel/',
      requestBody: {
        required: false,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/CancelOrder' } } },
      },
    },
  ]);
});
