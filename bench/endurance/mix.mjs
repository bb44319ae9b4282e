// @ts-check

/**
 * The mix of visits: the weight of each kind, and the priority that the shop gives them, see `web/server/limits/priority.ts`.
 */
export const MIX = {
  'home page': { share: 10, priority: 'product' },
  'product page': { share: 25, priority: 'product' },
  'product, API': { share: 15, priority: 'product' },
  'list page': { share: 15, priority: 'list' },
  'new search': { share: 10, priority: 'list' },
  wallet: { share: 5, priority: 'checkout' },
  orders: { share: 5, priority: 'checkout' },
  'order and payment': { share: 5, priority: 'checkout' },
  'admin list': { share: 2, priority: 'checkout' },
  dashboard: { share: 1, priority: 'account' },
};
/** What is served first stands first. */
export const PRIORITIES = ['checkout', 'account', 'product', 'list'];
