import { expectNothingLost } from './books.js';
import { until, type Harness } from './harness.js';
import type { Shopper } from './shopper.js';

const SHOPPERS = 6;
export const STOCK = 10_000;
/** How many things must have been acknowledged before a fault, and again after it. */
const ENOUGH = 30;
/** A service that is back is used again within this time. */
const BACK_MS = 60_000;

export interface Crowd {
  shoppers: Shopper[];
  /** One of them. */
  someone: Shopper;
  product: number;
  /** Waits until the given number of further things is acknowledged. */
  more: (count: number, limitMs?: number) => Promise<void>;
  /** Lets everybody end what they are doing. */
  goHome: () => Promise<void>;
}

/** Shoppers who order, pay by wallet and by card, deposit and ask for refunds, one thing after the other, all at once. */
async function crowd(harness: Harness): Promise<Crowd> {
  const product = await harness.product(STOCK);
  const someone = await harness.shopper();
  const shoppers = [someone];
  while (shoppers.length < SHOPPERS) shoppers.push(await harness.shopper());
  await Promise.all(shoppers.map((shopper) => shopper.deposit(90_000_000)));
  let isOpen = true;
  const goShopping = async (shopper: Shopper, nth: number) => {
    for (let turn = nth; isOpen; turn++) {
      const order = await shopper.order(product);
      if (turn % 3 === 0) await shopper.payFromWallet(order);
      if (turn % 3 === 1) await shopper.payByCard(order);
      if (turn % 3 === 2) await shopper.payByCard(order, false);
      if (turn % 3 === 0) await shopper.requestRefund(order);
      if (turn % 4 === 0) await shopper.deposit(10_000);
    }
  };
  const walks = Promise.all(shoppers.map(goShopping));
  const failed = walks.then(() => undefined);
  failed.catch(() => undefined);
  const acknowledged = () => shoppers.reduce((sum, shopper) => sum + shopper.acknowledged, 0);
  const more = async (count: number, limitMs = BACK_MS) => {
    const goal = acknowledged() + count;
    await Promise.race([until(`${count} more things are acknowledged`, () => acknowledged() >= goal, limitMs), failed]);
  };
  const goHome = async () => {
    isOpen = false;
    await walks;
  };
  return { shoppers, someone, product, more, goHome };
}

/** Runs a fault under a crowd; afterwards the shop must work as before, and nothing may be lost. */
export async function survive(harness: Harness, fault: (people: Crowd) => Promise<void>): Promise<void> {
  const people = await crowd(harness);
  try {
    await people.more(ENOUGH);
    await fault(people);
    await people.more(ENOUGH);
  } finally {
    await people.goHome();
  }
  await payUntold(harness, people);
  await expectNothingLost(harness, people.shoppers, people.product, STOCK);
}

/** A charge whose page does not come back and whose webhook is lost, a minute ago: the worker alone can book it. */
async function payUntold(harness: Harness, { someone, product }: Crowd): Promise<void> {
  harness.provider.copies = 0;
  await someone.payByCard(await someone.order(product), false);
  harness.provider.copies = 1;
  await harness.db.query(`UPDATE payment_intents SET created_at = created_at - interval '1 minute'`);
}
