import { JwtService } from '@nestjs/jwt';
import request from 'supertest';
import { Client, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

// Outside the counting of tries: here a hundred callers come from one address.
openShop({ RATE_LIMIT: 'off' });

/** What each caller is answered: a visitor, the owner of what is asked for, another user, an administrator. */
type Statuses = [visitor: number, owner: number, other: number, admin: number];
interface Call {
  statuses: Statuses;
  /** With the numbers of what `prepare` has made in the place of its names. */
  path?: string;
  body?: object;
}

const everyone = (status: number): Statuses => [status, status, status, status];
const users = (status: number): Statuses => [401, status, status, status];
const owner = (status: number, admin = 404): Statuses => [401, status, 404, admin];
const admins = (status: number): Statuses => [401, 403, 403, status];

const call = (statuses: Statuses, path?: string, body?: object): Call => ({ statuses, path, body });

/**
 * Every call of the API. Where a body is missing, a caller with the right to call gets a 400 for it, and nothing happens.
 * Of what changes something, the administrator's call comes last.
 */
const CALLS: Record<string, Call> = {
  'GET /healthz': call(everyone(200)),
  'GET /readyz': call(everyone(200)),
  'GET /media/{hash}/{file}': call(everyone(404), '/media/none/320.webp'),

  'POST /auth/jwt/create': call(everyone(400)),
  'POST /auth/jwt/refresh': call(everyone(400)),
  'POST /auth/jwt/logout': call(everyone(400)),
  // Asks for a cookie, not for a token.
  'POST /auth/jwt/social': call(everyone(401)),
  'GET /auth/providers': call(everyone(200)),
  'GET /auth/google': call(everyone(404)),
  'GET /auth/facebook': call(everyone(404)),
  'GET /auth/google/callback': call(everyone(404)),
  'GET /auth/facebook/callback': call(everyone(404)),
  'POST /auth/users': call(everyone(400)),
  'POST /auth/users/reset_password': call(everyone(400)),
  'POST /auth/users/reset_password_confirm': call(everyone(400)),
  'GET /auth/two-factor': call(users(200)),
  'POST /auth/two-factor/setup': call(admins(200)),
  'POST /auth/two-factor/confirm': call(users(400)),
  'POST /auth/two-factor/recovery-codes': call(users(400)),
  'POST /auth/two-factor/off': call(users(400)),
  'PUT /auth/two-factor/policy': call(admins(400)),
  'GET /auth/sessions': call(users(200)),
  'DELETE /auth/sessions': call(users(204)),
  'DELETE /auth/sessions/{id}': call(users(404), '/auth/sessions/3fa85f64-5717-4562-b3fc-2c963f66afa6/'),
  'GET /auth/users/me': call(users(200)),
  'PATCH /auth/users/me': call(users(200)),
  'GET /auth/users/me/data': call(users(200)),
  'GET /auth/users/me/addresses': call(users(200)),
  'POST /auth/users/me/addresses': call(users(400)),
  'PUT /auth/users/me/addresses/{id}': call(users(400), '/auth/users/me/addresses/999999/'),
  'DELETE /auth/users/me/addresses/{id}': call(users(204), '/auth/users/me/addresses/999999/'),
  'POST /auth/users/me/close': call(users(400)),
  'POST /auth/users/set_password': call(users(400)),
  'POST /auth/users/avatar': call(users(400)),
  'GET /auth/users': call(admins(200)),
  'GET /auth/users/export': call(admins(200)),
  'PUT /auth/users/{id}': call(admins(400), '/auth/users/OWNER/'),
  'PATCH /auth/users/{id}': call(admins(200), '/auth/users/OWNER/'),
  'DELETE /auth/users/{id}': call(admins(404), '/auth/users/999999/'),

  'POST /api/ai-search/text': call(everyone(400)),
  'POST /api/ai-search/image': call(everyone(400)),
  'POST /api/ai-search/combined': call(everyone(400)),

  'POST /api/search/events': call(everyone(400)),
  'POST /api/browser-reports': call(everyone(400)),
  'GET /api/admin/search/queries': call(admins(200)),
  'GET /api/admin/search/synonyms': call(admins(200)),
  'POST /api/admin/search/synonyms': call(admins(400)),
  'PUT /api/admin/search/synonyms/{id}': call(admins(404), '/api/admin/search/synonyms/999999/', {
    word: 'yếm',
    meanings: ['áo'],
  }),
  'DELETE /api/admin/search/synonyms/{id}': call(admins(404), '/api/admin/search/synonyms/999999/'),
  'GET /api/admin/search/pins': call(admins(200)),
  'GET /api/admin/search/pins/one': call(admins(200), '/api/admin/search/pins/one/?query=x'),
  'PUT /api/admin/search/pins': call(admins(400)),
  'GET /api/search/suggest': call(everyone(200), '/api/search/suggest/?q=ao'),

  'GET /api/products': call(everyone(200)),
  'GET /api/products/cards': call(everyone(200), '/api/products/cards/?ids=PRODUCT'),
  'GET /api/products/{id}': call(everyone(200), '/api/products/PRODUCT/'),
  'GET /api/products/{id}/related': call(everyone(200), '/api/products/PRODUCT/related/'),
  'GET /api/products/{id}/reviews': call(everyone(200), '/api/products/PRODUCT/reviews/'),
  'GET /api/products/{id}/variants/{color}/{size}': call(everyone(404), '/api/products/PRODUCT/variants/1/1/'),
  'POST /api/products': call(admins(400)),
  'PUT /api/products/{id}': call(admins(400), '/api/products/PRODUCT/'),
  'DELETE /api/products/{id}': call(admins(404), '/api/products/999999/'),
  'PUT /api/products/{id}/variants': call(admins(400), '/api/products/PRODUCT/variants/'),
  'POST /api/product-variants': call(admins(400)),
  'DELETE /api/product-variants/{id}': call(admins(404), '/api/product-variants/999999/'),
  'GET /api/admin/products': call(admins(200)),
  'GET /api/admin/products/{id}': call(admins(200), '/api/admin/products/PRODUCT/'),
  'POST /api/admin/products/bulk': call(admins(400)),
  'POST /api/admin/products/{id}/restore': call(admins(409), '/api/admin/products/PRODUCT/restore/'),
  'GET /api/product-variants': call(everyone(200), '/api/product-variants/?product=PRODUCT'),
  'GET /api/brands': call(everyone(200)),
  'GET /api/category': call(everyone(200)),
  'GET /api/colors': call(everyone(200)),
  'GET /api/sizes': call(everyone(200)),
  'GET /api/admin/brands': call(admins(200)),
  'POST /api/brands': call(admins(400)),
  'PUT /api/brands/{id}': call(admins(400), '/api/brands/999999/'),
  'DELETE /api/brands/{id}': call(admins(404), '/api/brands/999999/'),
  'GET /api/admin/category': call(admins(200)),
  'POST /api/category': call(admins(400)),
  'PUT /api/category/{id}': call(admins(400), '/api/category/999999/'),
  'DELETE /api/category/{id}': call(admins(404), '/api/category/999999/'),
  'GET /api/admin/category/{id}/size-table': call(admins(404), '/api/admin/category/999999/size-table/'),
  'PUT /api/category/{id}/size-table': call(admins(400), '/api/category/999999/size-table/'),
  'DELETE /api/category/{id}/size-table': call(admins(404), '/api/category/999999/size-table/'),
  'GET /api/admin/colors': call(admins(200)),
  'POST /api/colors': call(admins(400)),
  'PUT /api/colors/{id}': call(admins(400), '/api/colors/999999/'),
  'DELETE /api/colors/{id}': call(admins(404), '/api/colors/999999/'),
  'GET /api/admin/sizes': call(admins(200)),
  'POST /api/sizes': call(admins(400)),
  'PUT /api/sizes/{id}': call(admins(400), '/api/sizes/999999/'),
  'DELETE /api/sizes/{id}': call(admins(404), '/api/sizes/999999/'),
  'POST /api/products/{id}/reviews': call(users(400), '/api/products/PRODUCT/reviews/'),
  'GET /api/products/{id}/reviews/mine': call(users(404), '/api/products/PRODUCT/reviews/mine/'),
  'POST /api/products/{productId}/reviews/{reviewId}/photos/{id}/approve': call(
    admins(404),
    '/api/products/PRODUCT/reviews/999999/photos/999999/approve/',
  ),
  'DELETE /api/products/{productId}/reviews/{reviewId}/photos/{id}': call(
    users(404),
    '/api/products/PRODUCT/reviews/999999/photos/999999/',
  ),
  'GET /api/reviews': call(admins(200)),
  'PUT /api/products/{productId}/reviews/{id}': call(admins(400), '/api/products/PRODUCT/reviews/999999/'),
  'DELETE /api/products/{productId}/reviews/{id}': call(admins(404), '/api/products/PRODUCT/reviews/999999/'),
  'GET /api/favorites': call(users(200)),
  'POST /api/favorites': call(users(400)),
  'DELETE /api/favorites': call(users(400)),
  'POST /api/newsletter': call(everyone(400)),
  'POST /api/stock-alerts': call(everyone(400)),
  'POST /api/stock-alerts/confirm': call(everyone(400)),
  'POST /api/stock-alerts/cancel': call(everyone(400)),
  'GET /api/cart-reminder': call(users(200)),
  'PUT /api/cart-reminder': call(users(400)),
  'PUT /api/cart-reminder/cart': call(users(400)),
  'POST /api/cart-reminder/confirm': call(everyone(400)),
  'POST /api/cart-reminder/cancel': call(everyone(400)),
  'GET /api/settings': call(everyone(200)),
  'PUT /api/settings': call(admins(200)),
  'GET /api/admin/audit': call(admins(200)),

  'POST /api/coupons/check': call(users(400)),
  'GET /api/coupons': call(admins(200)),
  'POST /api/coupons': call(admins(400)),
  'PUT /api/coupons/{id}': call(admins(400), '/api/coupons/999999/'),
  'DELETE /api/coupons/{id}': call(admins(404), '/api/coupons/999999/'),

  'POST /api/placeorder': call(users(400)),
  'GET /api/orders': call(users(200)),
  'GET /api/orders/{id}': call(owner(200, 200), '/api/orders/PAID/'),
  'PATCH /api/orders/{id}': call(admins(400), '/api/orders/PAID/'),
  'GET /api/admin/orders/export': call(admins(200)),
  'GET /api/admin/orders/{id}': call(admins(200), '/api/admin/orders/PAID/'),
  'PUT /api/admin/orders/{id}/note': call(admins(400), '/api/admin/orders/PAID/note/'),
  'PUT /api/admin/orders/{id}/address': call(admins(400), '/api/admin/orders/PAID/address/'),
  'PUT /api/admin/orders/{id}/parcel': call(admins(400), '/api/admin/orders/PAID/parcel/'),
  'DELETE /api/admin/orders/{id}/parcel': call(admins(409), '/api/admin/orders/PAID/parcel/'),
  'DELETE /api/admin/orders/{id}/delivery': call(admins(409), '/api/admin/orders/PAID/delivery/'),
  'POST /api/admin/orders/{id}/cash': call(admins(409), '/api/admin/orders/PAID/cash/', { amount: 1 }),
  'POST /api/admin/orders/{id}/transfer': call(admins(409), '/api/admin/orders/PAID/transfer/', {
    amount: 1,
    reference: 'FT1',
  }),
  'POST /api/admin/orders/{id}/refund': call(admins(400), '/api/admin/orders/PAID/refund/'),
  'GET /api/orders/{id}/transfer': call(owner(409), '/api/orders/PAID/transfer/'),
  'POST /api/bank-webhook': call(everyone(400)),
  'GET /api/admin/bank-transfers': call(admins(200)),
  'POST /api/admin/bank-transfers': call(admins(400)),
  'POST /api/admin/bank-transfers/{id}/assign': call(admins(404), '/api/admin/bank-transfers/999999/assign/', {
    order_id: 1,
  }),
  'POST /api/admin/bank-transfers/{id}/return': call(admins(404), '/api/admin/bank-transfers/999999/return/', {
    note: 'x',
  }),
  'GET /api/admin/bank-webhook': call(admins(200)),
  'POST /api/admin/bank-webhook': call(admins(400)),
  'DELETE /api/admin/bank-webhook': call(admins(204)),
  'POST /api/orders/{id}/cancel': call(owner(200, 400), '/api/orders/UNPAID/cancel/'),
  'POST /api/orders/{id}/pay': call(owner(400), '/api/orders/PAID/pay/', { payment_intent: 'pi_unknown' }),
  'POST /api/stripe-payment': call(owner(409), undefined, { order: 'PAID' }),
  'POST /api/stripe-webhook': call(everyone(400)),
  'GET /api/paybox/wallet': call(users(200)),
  'GET /api/paybox/transactions': call(users(200)),
  'POST /api/paybox/payment': call(owner(409), undefined, { order_id: 'PAID' }),
  'POST /api/paybox/deposit': call(users(400)),
  'POST /api/paybox/deposit/confirm': call(users(404), undefined, { payment_intent_id: 'pi_unknown' }),
  'POST /api/paybox/refund-request': call(owner(201), undefined, { order_id: 'PAID', reason: 'Không vừa' }),
  'GET /api/paybox/refund-requests': call(users(200)),
  'GET /api/admin/paybox/wallets': call(admins(200)),
  'PATCH /api/admin/paybox/wallets/{id}': call(admins(400), '/api/admin/paybox/wallets/999999/'),
  'GET /api/admin/paybox/wallets/totals': call(admins(200)),
  'GET /api/admin/paybox/transactions': call(admins(200)),
  'GET /api/admin/paybox/transactions/totals': call(admins(200)),
  'GET /api/admin/paybox/transactions/export': call(admins(200)),
  'POST /api/admin/paybox/refund/{orderId}/approve': call(admins(404), '/api/admin/paybox/refund/UNPAID/approve/'),
  'DELETE /api/admin/paybox/refund/{orderId}/reject': call(admins(404), '/api/admin/paybox/refund/UNPAID/reject/'),
  'DELETE /api/admin/paybox/refund/{orderId}/delete': call(admins(404), '/api/admin/paybox/refund/UNPAID/delete/'),
  'GET /api/admin/ledger': call(admins(200)),
  'GET /api/admin/dashboard': call(admins(200)),
  'GET /api/admin/counts': call(admins(200)),
  'GET /api/admin/customers/{id}': call(admins(200), '/api/admin/customers/OWNER/'),
  'GET /api/admin/catalogue/imports': call(admins(200)),
  'POST /api/admin/catalogue/imports': call(admins(400)),
  'GET /api/admin/catalogue/imports/{id}': call(admins(404), '/api/admin/catalogue/imports/999999/'),
  'GET /api/admin/catalogue/imports/{id}/lines': call(admins(404), '/api/admin/catalogue/imports/999999/lines/'),
  'GET /api/admin/catalogue/imports/{id}/problems': call(admins(404), '/api/admin/catalogue/imports/999999/problems/'),
  'POST /api/admin/catalogue/imports/{id}/start': call(admins(404), '/api/admin/catalogue/imports/999999/start/'),
  'DELETE /api/admin/catalogue/imports/{id}': call(admins(404), '/api/admin/catalogue/imports/999999/'),
  'GET /api/admin/catalogue/export': call(admins(200)),
  'GET /api/admin/api-keys': call(admins(200)),
  'POST /api/admin/api-keys': call(admins(400)),
  'DELETE /api/admin/api-keys/{id}': call(admins(404), '/api/admin/api-keys/999999/'),
  'GET /api/admin/webhooks': call(admins(200)),
  'POST /api/admin/webhooks': call(admins(400)),
  'PATCH /api/admin/webhooks/{id}': call(admins(404), '/api/admin/webhooks/999999/'),
  'DELETE /api/admin/webhooks/{id}': call(admins(404), '/api/admin/webhooks/999999/'),
  'POST /api/admin/webhooks/{id}/secret': call(admins(400), '/api/admin/webhooks/999999/secret/'),
  'GET /api/admin/webhooks/{id}/deliveries': call(admins(404), '/api/admin/webhooks/999999/deliveries/'),
  'POST /api/admin/webhook-deliveries/{id}/send': call(admins(404), '/api/admin/webhook-deliveries/999999/send/'),
  'GET /api/admin/mails': call(admins(200)),
  'POST /api/admin/mails/send': call(admins(200)),
  'POST /api/admin/mails/{id}/send': call(admins(404), '/api/admin/mails/999999/send/'),

  'GET /api/chat/messages/{room}': call([401, 200, 403, 200], '/api/chat/messages/1_OWNER/'),
  'GET /api/chat/rooms': call(admins(200)),
  'POST /api/chat/rooms/{room}/settle': call(admins(400), '/api/chat/rooms/1_999999/settle/'),
};

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const send = (method: Method, path: string, headers: Record<string, string>, body?: object) => {
  const sent = request(shop().url)[method](path).set(headers);
  return method === 'get' ? sent : sent.send(body ?? {});
};

let lastWorld: Promise<World> | undefined;

/** A world that no call has changed yet: reads share one. */
async function worldFor(method: Method): Promise<World> {
  const world = lastWorld ?? prepare();
  lastWorld = method === 'get' ? world : undefined;
  return world;
}

type World = Awaited<ReturnType<typeof prepare>>;

/** What the table's names stand for, made anew, with credentials for everyone who calls. */
async function prepare() {
  const buyer = await given.shopper({ balance: 1_000_000 });
  const [other, admin, locked] = [await given.shopper(), await given.admin(), await given.shopper()];
  await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [locked.id]);
  const made: Record<string, number> = {
    OWNER: buyer.id,
    PAID: (await given.paidOrder(buyer)).id,
    UNPAID: (await given.order(buyer)).id,
    PRODUCT: await given.product(),
  };
  const jwt = shop().app.get(JwtService);
  const { login } = jwt.decode<{ login: string }>(buyer.access ?? '');
  const sign = (options: object) => jwt.sign({ login }, { audience: 'access', expiresIn: 60, ...options });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part({ login, aud: 'access' })}.`;
  return {
    fill: (path: string) => path.replace(/OWNER|UNPAID|PAID|PRODUCT/g, (name) => String(made[name])),
    fillBody: (body: object) =>
      JSON.parse(JSON.stringify(body), (_key, value: unknown) => made[value as string] ?? value) as object,
    callers: [other, buyer, admin].map(({ access = '' }) => ({ Authorization: `JWT ${access}` })),
    locked: { Authorization: `JWT ${locked.access}` },
    worthless: [
      sign({ expiresIn: -1 }),
      sign({ secret: 'another secret altogether' }),
      sign({ audience: 'refresh' }),
      unsigned,
      'nonsense',
    ].map((token) => ({ Authorization: `JWT ${token}` })),
  };
}

test('every call of the API is in the table of rights', async () => {
  const { body } = await visitor().get('/api/openapi.json');
  const known = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/(.)\/$/, '$1')}`),
  );
  // A new call needs a line in `CALLS`: what each kind of caller is answered.
  expect(known.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  expect(known.length).toBeGreaterThan(60);
});

test.each(Object.entries(CALLS))('%s', async (line, { statuses, path, body }) => {
  const [name = '', template = ''] = line.split(' ');
  const method = name.toLowerCase() as Method;
  const { fill, fillBody, callers, locked, worthless } = await worldFor(method);
  const ask = async (headers: Record<string, string>) => {
    const reply = await send(method, fill(path ?? `${template}/`), headers, body && fillBody(body));
    if (reply.status === 401) expect(reply.headers['www-authenticate']).toBe('JWT');
    if (reply.status >= 400 && reply.body instanceof Object)
      expect(reply.text).not.toMatch(/SELECT|\/work\/|at .*\.ts/);
    return reply.status;
  };
  const [asVisitor, asOwner, asOther, asAdmin] = statuses;
  const isPublic = asVisitor === asOwner && asOwner === asOther && asOther === asAdmin;

  expect(await ask({})).toBe(asVisitor);
  // Whoever has a bad token is a visitor where visitors may be.
  for (const headers of worthless) expect(await ask(headers)).toBe(asVisitor);
  expect(await ask(locked)).toBe(isPublic ? asVisitor : 403);
  const answers: number[] = [];
  for (const headers of callers) answers.push(await ask(headers));
  expect(answers).toEqual([asOther, asOwner, asAdmin]);
});

test('the token determines the caller, not the body', async () => {
  const [one, two] = [await given.shopper(), await given.shopper()];
  await one.patch('/auth/users/me/', { id: two.id, user: two.id, user_id: two.id, first_name: 'Mai' });
  const { body } = await new Client(two.access).get('/auth/users/me/');
  expect(body.first_name).toBe('');
});
