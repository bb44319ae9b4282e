/** A script of its own, because few see this page after their goods are sent. */
export { ParcelSection } from '~/features/orders/order-parcel';
