import { expectNothingLost } from './books.js';
import type { Fate } from './servers/card-provider-server.js';
import { openHarness } from './harness.js';
import type { Shopper } from './shopper.js';

const harness = openHarness('provider');

const STOCK = 1_000;
const ASKED = 'POST /v1/payment_intents';

let shopper: Shopper;
let product: number;

beforeEach(async () => {
  [shopper, product] = [await harness().shopper(), await harness().product(STOCK)];
});

afterEach(() => {
  harness().provider.fate = () => 'answer';
  harness().provider.copies = 1;
});

/** The shopper deposits and pays an order by card, each under the provider's present manners. */
async function depositAndPay(): Promise<void> {
  await shopper.deposit(50_000);
  await shopper.payByCard(await shopper.order(product));
}

const intents = () => harness().provider.intents.size;

/** How often a fate befalls each kind of call before all is well. */
function atFirst(fate: 'cut' | 'lose' | 'fail', times: number): void {
  const calls = new Map<string, number>();
  harness().provider.fate = (call) => {
    const nth = (calls.get(call) ?? 0) + 1;
    calls.set(call, nth);
    return nth <= times ? fate : 'answer';
  };
}

test.each([
  ['is cut off before it is asked', 'cut'],
  ['is cut off before it answers', 'lose'],
  ['answers 500', 'fail'],
] as const)('the provider %s, five times: a charge each, and nothing lost', async (_how, fate) => {
  const before = intents();
  atFirst(fate, 5); // More often than the SDK repeats a call, so that the shopper is told 503 and asks again.
  await depositAndPay();
  expect(intents() - before).toBe(2);
  await expectNothingLost(harness(), [shopper], product, STOCK);
});

test('a slow provider delays no other call, and nothing is locked meanwhile', async () => {
  const order = await shopper.order(product);
  const other = await shopper.order(product);
  await shopper.deposit(200_000);
  let answer = () => {};
  const reachesProvider = new Promise<void>((reached) => {
    harness().provider.fate = async (call): Promise<Fate> => {
      if (call === ASKED) {
        reached();
        await new Promise<void>((resolve) => (answer = resolve));
      }
      return 'answer';
    };
  });
  const late = shopper.payByCard(order);
  await reachesProvider;
  await shopper.payFromWallet(other);
  answer();
  await late;
  await expectNothingLost(harness(), [shopper], product, STOCK);
});

test('the provider never answers: 503 in the end, and later the same intent', async () => {
  const order = await shopper.order(product);
  harness().provider.fate = async (call): Promise<Fate> => {
    if (call === ASKED) await new Promise(() => undefined);
    return 'answer';
  };
  const reply = await shopper.send({ path: '/api/stripe-payment/', body: { order } });
  expect(reply.status).toBe(503);
  harness().provider.fate = () => 'answer';
  await shopper.payByCard(order);
  await expectNothingLost(harness(), [shopper], product, STOCK);
});

test('the provider tells everything five times at once, while the page and its copies tell it too', async () => {
  harness().provider.copies = 5;
  const order = await shopper.order(product);
  const [card, deposit] = await Promise.all([
    shopper.done<{ clientSecret: string }>('/api/stripe-payment/', { order }),
    shopper.done<{ clientSecret: string }>('/api/paybox/deposit/', { amount: 50_000 }),
  ]);
  const paid = { payment_intent: harness().provider.charge(card.clientSecret) };
  const deposited = { payment_intent_id: harness().provider.charge(deposit.clientSecret) };
  const tellings = Array.from({ length: 5 }, () => [
    shopper.done(`/api/orders/${order}/pay/`, paid),
    shopper.done('/api/paybox/deposit/confirm/', deposited),
  ]);
  await Promise.all(tellings.flat());
  shopper.paid.push(order);
  shopper.deposited += 50_000;
  await expectNothingLost(harness(), [shopper], product, STOCK);
});

test('the provider is down for a while: the worker asks again, and books what was charged', async () => {
  harness().provider.copies = 0;
  await shopper.deposit(50_000, false);
  await shopper.payByCard(await shopper.order(product), false);
  let callCount = 0;
  harness().provider.fate = () => {
    callCount += 1;
    return callCount > 3 ? 'answer' : 'fail';
  };
  await harness().db.query(`UPDATE payment_intents SET created_at = created_at - interval '1 minute'`);
  await expectNothingLost(harness(), [shopper], product, STOCK);
  expect(callCount).toBeGreaterThan(3);
});
