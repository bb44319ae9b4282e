import { SavedAddress } from '../../../src/contract/accounts/addresses.js';
import { MAX_ADDRESSES } from '../../../src/contract/rules.js';
import { answer, openShop, shop, type Client } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

const BOOK = '/auth/users/me/addresses/';
const HOME = {
  receiver: 'Nguyễn An',
  phone: '0901234567',
  address: '12 Lê Lợi',
  ward: 'Phường Sài Gòn',
  city: 'TP. Hồ Chí Minh',
  postalCode: '70000',
  country: 'Việt Nam',
};
const at = (street: string) => ({ ...HOME, address: street });

const list = async (caller: Client) => answer(await caller.get(BOOK), SavedAddress.array());
const add = async (caller: Client, body: object) => answer(await caller.post(BOOK, body), SavedAddress, 201);
const streets = async (caller: Client) => (await list(caller)).map(({ address }) => address);
const defaults = async (caller: Client) =>
  (await list(caller)).filter(({ isDefault }) => isDefault).map(({ address }) => address);

describe('an address book', () => {
  test('keeps every line of an address, and the first address is the default', async () => {
    const shopper = await given.shopper();
    expect(await list(shopper)).toEqual([]);
    const { id } = await add(shopper, HOME);
    expect(await list(shopper)).toEqual([{ id, ...HOME, isDefault: true }]);
  });

  test('needs only what an order needs', async () => {
    const shopper = await given.shopper();
    const { receiver, phone, ward } = await add(shopper, {
      address: '1 Phố Huế',
      city: 'Hà Nội',
      postalCode: '10000',
      country: 'Việt Nam',
    });
    expect([receiver, phone, ward]).toEqual(['', '', '']);
  });

  test('lists the default first, then the last changed', async () => {
    const shopper = await given.shopper();
    await add(shopper, at('1'));
    const { id } = await add(shopper, at('2'));
    await add(shopper, at('3'));
    await shopper.put(`${BOOK}${id}/`, at('2b'));
    expect(await streets(shopper)).toEqual(['1', '2b', '3']);
  });

  test('has one default: a new one takes its place', async () => {
    const shopper = await given.shopper();
    await add(shopper, at('1'));
    await add(shopper, { ...at('2'), isDefault: true });
    expect(await defaults(shopper)).toEqual(['2']);
    const { id } = (await list(shopper)).find(({ address }) => address === '1') ?? { id: 0 };
    await shopper.put(`${BOOK}${id}/`, { ...at('1'), isDefault: true });
    expect(await defaults(shopper)).toEqual(['1']);
  });

  test('gives the default to the last changed address when the default is removed', async () => {
    const shopper = await given.shopper();
    const { id } = await add(shopper, at('1'));
    await add(shopper, at('2'));
    await add(shopper, at('3'));
    for (const _ of [1, 2]) expect((await shopper.delete(`${BOOK}${id}/`)).status).toBe(204);
    expect([await streets(shopper), await defaults(shopper)]).toEqual([['3', '2'], ['3']]);
  });

  test('saves the same address once', async () => {
    const shopper = await given.shopper();
    const replies = await Promise.all([1, 2, 3, 4].map(() => shopper.post(BOOK, HOME)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await list(shopper)).toHaveLength(1);
  });

  test('has a maximum size, also for requests at once, and one default', async () => {
    const shopper = await given.shopper();
    const tries = Array.from({ length: MAX_ADDRESSES + 5 }, (_, nth) =>
      shopper.post(BOOK, { ...at(`${nth}`), isDefault: nth % 3 === 0 }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    expect(await list(shopper)).toHaveLength(MAX_ADDRESSES);
    expect(await defaults(shopper)).toHaveLength(1);
  });

  test('is its owner’s: another account neither sees, changes nor removes its addresses', async () => {
    const [owner, stranger] = [await given.shopper(), await given.shopper()];
    const { id } = await add(owner, HOME);
    expect(await list(stranger)).toEqual([]);
    expect((await stranger.put(`${BOOK}${id}/`, at('x'))).status).toBe(404);
    expect((await stranger.delete(`${BOOK}${id}/`)).status).toBe(204);
    expect(await streets(owner)).toEqual([HOME.address]);
  });

  test.each([
    ['address', { address: '  ' }],
    ['city', { city: undefined }],
    ['postalCode', { postalCode: '7'.repeat(21) }],
    ['country', { country: 'x'.repeat(256) }],
    ['ward', { ward: 'x'.repeat(256) }],
    ['phone', { phone: 84901234567 }],
    ['isDefault', { isDefault: 'true' }],
  ])('refuses a wrong %s and names it', async (field, wrong) => {
    const shopper = await given.shopper();
    const reply = await shopper.post(BOOK, { ...HOME, ...wrong });
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining([field])]);
    expect(await list(shopper)).toEqual([]);
  });

  test('is part of the personal data, and goes with the account', async () => {
    const shopper = await given.shopper({ password: 'mat-khau-1' });
    await add(shopper, HOME);
    const data = (await shopper.get('/auth/users/me/data/')).body as { addresses: object[] };
    expect(data.addresses).toEqual([expect.objectContaining({ address: HOME.address, ward: HOME.ward })]);
    expect((await shopper.post('/auth/users/me/close/', { current_password: 'mat-khau-1' })).status).toBe(204);
    expect(await shop().db.query('SELECT FROM addresses WHERE user_id = $1', [shopper.id])).toEqual([]);
  });
});
