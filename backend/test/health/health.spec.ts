import { openShop, visitor } from '../support/client.js';

openShop();

test('a process that lives says so', async () => {
  const reply = await visitor().get('/healthz');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ status: 'ok' });
});

test('a shop whose parts are all up is ready, and names them', async () => {
  const reply = await visitor().get('/readyz');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ database: 'up', queues: 'up' });
});

test('the API page is there, and describes a call with its schemas', async () => {
  expect((await visitor().get('/api/docs/')).text).toContain('swagger-ui');
  const { body } = await visitor().get('/api/openapi.json');
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/placeorder', '/auth/jwt/create']));
  expect(body.components.schemas).toHaveProperty('PlaceOrder');
});
