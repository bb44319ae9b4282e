/** What is read of an order rather than pressed: a script of its own, loaded while the order is. */
export { ExpectedDelivery } from '~/features/delivery/expected-delivery';
export { ParcelSection } from '~/features/orders/order-parcel';
export { BuyAgainButton } from './buy-again-button';
export { OrderTimeline } from './order-timeline';
export { Refund } from './refund-request';
