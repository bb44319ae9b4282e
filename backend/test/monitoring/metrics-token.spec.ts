import { openShop, visitor } from '../support/client.js';

const TOKEN = 'a token that Prometheus sends';
openShop({ METRICS_TOKEN: TOKEN });

test.each([
  ['without a token', {}],
  ['with another token', { Authorization: 'Bearer another token, of some length' }],
  ['with a part of the token', { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ['with the token in another scheme', { Authorization: `Basic ${TOKEN}` }],
])('a caller %s reads no metrics', async (_, headers) => {
  const reply = await visitor().get('/metrics', headers);
  expect(reply.status).toBe(404);
  expect(reply.text).not.toContain('may_');
});

test('a caller with the token reads the metrics', async () => {
  const reply = await visitor().get('/metrics', { Authorization: `Bearer ${TOKEN}` });
  expect(reply.status).toBe(200);
  expect(reply.text).toContain('may_build_info');
});
