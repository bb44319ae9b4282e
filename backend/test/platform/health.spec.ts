import { Stopping } from '../../src/health.controller.js';
import { openShop, shop, visitor } from '../support/client.js';

openShop();

test('a live process answers 200', async () => {
  const reply = await visitor().get('/healthz');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ status: 'ok' });
});

test('a shop whose parts are all up is ready, and names them', async () => {
  const reply = await visitor().get('/readyz');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ database: 'up', queues: 'up', connections: 'up', eventLoop: 'up' });
});

test('a stopping process is not ready, and continues to work', async () => {
  const stopping = shop().app.get(Stopping);
  stopping.isOn = true;
  const ready = await fetch(`${shop().url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'up', queues: 'up' }]);
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
