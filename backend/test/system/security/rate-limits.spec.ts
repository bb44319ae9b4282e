import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { RATE_LIMITS, type LimitName } from '../../../src/platform/rate-limits/rate-limit-list.js';
import { answer, openShop, shop, visitor, type Client } from '../../support/client.js';
import { given, statuses, times } from '../../support/given.js';
import { Detail } from '../../../src/contract/common.js';

const DOCUMENT = path.join(import.meta.dirname, '../../../../docs/security/limits.md');

/** Uses up all but one of a limit. */
async function nearlyUse(limit: LimitName, key: string): Promise<void> {
  const limits = shop().app.get(RateLimits);
  for (let i = 1; i < RATE_LIMITS[limit].points; i++) await limits.consume(limit, key);
}
const ofUser = ({ id }: { id: number }) => `user ${id}`;
const ADDRESS = '198.51.100.7';
const from = (address: string) => ({ 'X-Forwarded-For': address });

type Call = (caller: Client) => Promise<{ status: number; headers: Record<string, string> }>;

/** A call of each limit that counts by account. What it answers within the limit does not matter here. */
const CALLS: [LimitName, Call][] = [
  ['placeOrderPerAccount', (caller) => caller.post('/api/placeorder/', {})],
  ['placeOrderPerAccountDaily', (caller) => caller.post('/api/placeorder/', {})],
  ['walletPaymentPerAccount', (caller) => caller.post('/api/paybox/payment/', { order_id: 1 })],
  ['couponCheckPerAccount', (caller) => caller.post('/api/coupons/check/', { code: 'X', total_price: 1 })],
  ['cardPaymentPerAccount', (caller) => caller.post('/api/stripe-payment/', { order: 1 })],
  ['cardPaymentPerAccount', (caller) => caller.post('/api/paybox/deposit/', { amount: 1 })],
  ['cardConfirmPerAccount', (caller) => caller.post('/api/paybox/deposit/confirm/', { payment_intent_id: 'pi_x' })],
  ['cardConfirmPerAccount', (caller) => caller.post('/api/orders/1/pay/', { payment_intent: 'pi_x' })],
  ['refundRequestPerAccount', (caller) => caller.post('/api/paybox/refund-request/', {})],
  ['reviewPerAccount', (caller) => caller.post('/api/products/1/reviews/', {})],
  ['avatarUploadPerAccount', (caller) => caller.post('/auth/users/avatar/')],
  ['profileChangePerAccount', (caller) => caller.patch('/auth/users/me/', {})],
  ['selfDeletionPerAccount', (caller) => caller.post('/auth/users/me/close/', { current_password: 'x' })],
  ['personalDataDownloadPerAccount', (caller) => caller.get('/auth/users/me/data/')],
  ['aiSearchPerCaller', (caller) => caller.post('/api/ai-search/text/', { text: '' })],
  ['aiSearchPerCaller', (caller) => caller.post('/api/ai-search/image/')],
  ['aiSearchPerCaller', (caller) => caller.post('/api/ai-search/combined/')],
  ['cartReminderChangePerAccount', (caller) => caller.put('/api/cart-reminder/', {})],
  ['cartReminderChangePerAccount', (caller) => caller.put('/api/cart-reminder/cart/', {})],
  ['searchReportPerCaller', (caller) => caller.post('/api/search/events/', {})],
  ['browserReportPerCaller', (caller) => caller.post('/api/browser-reports/', {})],
];

describe('a rate limit', () => {
  openShop();

  test.each(CALLS)('%s refuses one account with 429 and Retry-After, and no other', async (limit, call) => {
    const caller = await given.shopper();
    await nearlyUse(limit, ofUser(caller));
    expect((await call(caller)).status).not.toBe(429);
    const refused = await call(caller);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(RATE_LIMITS[limit].duration);
    expect((await call(await given.shopper())).status).not.toBe(429);
  });

  test.each<[LimitName, string, object]>([
    ['newsletterPerCaller', '/api/newsletter/', { email: 'x' }],
    ['stockAlertPerCaller', '/api/stock-alerts/', {}],
    ['stockAlertLinkPerCaller', '/api/stock-alerts/confirm/', {}],
    ['cartReminderLinkPerCaller', '/api/cart-reminder/cancel/', {}],
    ['resetConfirmPerCaller', '/auth/users/reset_password_confirm/', {}],
    ['aiSearchPerCaller', '/api/ai-search/text/', { text: '' }],
    ['searchReportPerCaller', '/api/search/events/', {}],
    ['browserReportPerCaller', '/api/browser-reports/', {}],
  ])('%s counts strangers by their address', async (limit, url, body) => {
    await nearlyUse(limit, ADDRESS);
    expect((await visitor().post(url, body, from(ADDRESS))).status).not.toBe(429);
    expect((await visitor().post(url, body, from(ADDRESS))).status).toBe(429);
    expect((await visitor().post(url, body, from('198.51.100.8'))).status).not.toBe(429);
  });

  test('counts stock alerts with one e-mail address, from everywhere', async () => {
    const product = await given.product({ stock: 0 });
    const ask = (email: string, address: string) =>
      visitor().post('/api/stock-alerts/', { product, email }, from(address));
    await nearlyUse('stockAlertPerEmail', 'an@example.com');
    expect((await ask('An@example.com', '198.51.100.20')).status).toBe(202);
    expect((await ask('an@example.com', '198.51.100.21')).status).toBe(429);
    expect((await ask('binh@example.com', '198.51.100.21')).status).toBe(202);
  });

  test('counts an IPv6 site too, which has four times as much as one of its networks', async () => {
    const limits = shop().app.get(RateLimits);
    const subscribe = (address: string) => visitor().post('/api/newsletter/', { email: 'x' }, from(address));
    for (let nth = 1; nth < 4 * RATE_LIMITS.newsletterPerCaller.points; nth++) {
      await limits.consume('newsletterPerCaller', `2001:db8:5:${nth.toString(16)}::/64`);
    }
    expect((await subscribe('2001:db8:5:a000::1')).status).not.toBe(429);
    expect((await subscribe('2001:db8:5:b000::1')).status).toBe(429);
    expect((await subscribe('2001:db8:6:b000::1')).status).not.toBe(429);
  });

  test('counts calls that come at once', async () => {
    const caller = await given.shopper();
    const limits = shop().app.get(RateLimits);
    for (let i = 0; i < RATE_LIMITS.couponCheckPerAccount.points - 3; i++)
      await limits.consume('couponCheckPerAccount', ofUser(caller));
    const replies = await times(20, () => caller.post('/api/coupons/check/', { code: 'X', total_price: 1 }));
    expect(statuses(replies)).toEqual({ 400: 3, 429: 17 });
  });
});

describe('with RATE_LIMIT=off', () => {
  openShop({ RATE_LIMIT: 'off' });

  test('nothing is counted', async () => {
    const replies = await times(RATE_LIMITS.newsletterPerCaller.points + 5, (i) =>
      visitor().post('/api/newsletter/', { email: `a${i}@example.com` }),
    );
    for (const reply of replies) answer(reply, Detail, 201);
  });
});

test('docs/security/limits.md lists every limit', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  for (const { points, duration, counts } of Object.values(RATE_LIMITS)) {
    expect(document).toMatch(new RegExp(`\\| ${counts} +\\| ${points} +\\| ${wordsOf(duration)} +\\|`));
  }
});

const UNITS = { day: 86_400, hour: 3_600, minute: 60 };

/** Seconds in the largest unit that divides them: `15 minutes`. */
function wordsOf(seconds: number): string {
  for (const [unit, length] of Object.entries(UNITS)) {
    const count = seconds / length;
    if (Number.isInteger(count)) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return `${seconds} seconds`;
}
