/** The parts that load beside the page's data: its first scripts do not need them. */
export { CouponLine, CouponTrouble } from './coupon-notes';
export { GiftNote } from './gift-note';
export { NothingToOrder } from './nothing-to-order';
