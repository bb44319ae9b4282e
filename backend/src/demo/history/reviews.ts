import { randomFrom } from '../support/random.js';
import type { StockedProduct } from '../catalogue/product.js';
import { DAY, SEED, type DemoOrder, type DemoReview } from './records.js';
import { SUBJECTS } from './review-texts.js';
import { fitVotes } from './fit-votes.js';
import { reviewWriter } from './review-writer.js';
import { SHOPPERS } from './shoppers.js';

/** Generates reviews: about every second buyer writes one after some days, and so do a few people who did not buy here. */
export function reviewsOf(products: StockedProduct[], orders: DemoOrder[], end: number): DemoReview[] {
  const random = randomFrom(`${SEED} reviews`);
  const write = reviewWriter(random);
  const vote = fitVotes(products);
  const quality = products.map(() => random.next() ** 0.6);
  const reviews: DemoReview[] = [];
  const done = new Set<string>();
  const add = (product: number, shopper: number, at: number, size?: string) => {
    const key = `${product} ${shopper}`;
    // The demo shopper has written none, so that visitors can try it as her.
    if (at > end || shopper === 0 || done.has(key)) return;
    done.add(key);
    const words = write(SUBJECTS[products[product]!.category], SHOPPERS[shopper]!, quality[product]!, size);
    const review = { product, shopper, createdAt: new Date(at), ...words };
    reviews.push({ ...review, fit: vote(review) });
  };
  for (const { state, shopper, createdAt, lines } of orders) {
    if (state !== 'delivered') continue;
    for (const { product, fitting } of lines) {
      const later = random.int(3, 12) * DAY + random.int(0, 80_000) * 1000;
      if (random.chance(0.62)) add(product, shopper, createdAt.getTime() + later, fitting);
    }
  }
  products.forEach(({ createdAt }, product) => {
    if (random.chance(0.3))
      add(product, random.int(1, SHOPPERS.length - 1), createdAt.getTime() + random.int(5, 40) * DAY);
  });
  return reviews.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
