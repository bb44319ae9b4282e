/** What an unpaid order needs in addition: a script of its own, because most orders that are looked at are paid. */
export { CancelOrder } from './cancel-order';
export { OrderPayment } from './payment/order-payment';
export { PlacedInCash, PlacedSteps } from './placed-steps';
