/** What is read of an order rather than pressed: a script of its own, loaded while the order is. */
export { ExpectedDelivery } from '~/features/delivery/expected-delivery';
export { OrderTimeline } from './order-timeline';
export { Refund } from './refund-request';
