import { stateLabelOf } from '~/features/orders/order-labels';
import { order, parcel } from '../../support/given';

const paid = { status: 'paid', isPaid: true } as const;

test.each([
  ['is on its way', { ...paid, parcel: parcel() }, 'Đang giao'],
  ['is on its way and paid on delivery', { paymentMethod: 'COD', parcel: parcel() }, 'Đang giao'],
  ['was delivered', { ...paid, status: 'delivered', isDelivered: true, parcel: parcel() }, 'Đã giao'],
  ['is on its way and was refunded', { ...paid, status: 'refunded', parcel: parcel() }, 'Đã hoàn tiền'],
  ['is paid and was not sent', paid, 'Đã thanh toán'],
  ['is paid on delivery and was not sent', { paymentMethod: 'COD' }, 'Thanh toán khi nhận hàng'],
  ['waits for its payment', {}, 'Chờ thanh toán'],
] as const)('an order that %s is labelled so', (_, changed, label) => {
  expect(stateLabelOf(order(changed)).label).toBe(label);
});
