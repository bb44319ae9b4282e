import type { Order } from 'contract/orders/orders';

/** Where an order goes: the receiver, how to reach them, and the address. */
export function OrderAddress({ order: { shippingAddress: to, user } }: { order: Order }) {
  return (
    <address className="[overflow-wrap:anywhere] not-italic">
      <p className="font-medium">
        {to.receiver || user.username}
        {to.phone && ` · ${to.phone}`}
        <span className="block text-sm font-normal text-muted">{user.email}</span>
      </p>
      <p>{to.address}</p>
      <p>{[to.city, to.postalCode, to.country].join(', ')}</p>
    </address>
  );
}
