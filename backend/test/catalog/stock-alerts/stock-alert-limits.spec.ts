import os from 'node:os';
import { Me } from '../../../src/contract/accounts/profile.js';
import { answer, openShop, visitor, type Client } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop({ DATA_DIR: os.tmpdir() });

test('a stranger who uses up the alerts of an address keeps its proved owner from none', async () => {
  const goods = await given.variant({ stock: 0 });
  const owner = await given.shopper();
  await given.provedMailbox(owner);
  const { email } = answer(await owner.get('/auth/users/me/'), Me);
  const ask = async (caller: Client) => (await caller.post('/api/stock-alerts/', { ...goods, email })).status;
  for (let nth = 0; nth < 10; nth++) expect(await ask(visitor())).toBe(202);
  expect(await ask(visitor())).toBe(429);
  expect(await ask(owner)).toBe(202);
});
