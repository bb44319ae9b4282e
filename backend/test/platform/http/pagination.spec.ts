import { openShop } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

describe.each([
  '/api/products/',
  '/api/products/?keyword=ao',
  '/api/brands/',
  '/api/sizes/',
  '/api/favorites/',
  '/api/orders/',
  '/api/coupons/',
  '/api/reviews/',
  '/api/paybox/transactions/',
  '/api/paybox/refund-requests/',
  '/api/admin/paybox/wallets/',
  '/api/admin/paybox/transactions/',
  '/api/chat/rooms/',
  '/auth/users/',
])('the list %s', (path) => {
  test.each([2_147_483_647, 9_999_999_999, Number.MAX_SAFE_INTEGER])('page %i is past the end', async (page) => {
    const admin = await given.admin();
    const reply = await admin.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=100`);
    expect([reply.status, reply.body]).toMatchObject([200, { page, page_size: 100, results: [] }]);
  });
});
