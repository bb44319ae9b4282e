import { CARRIER_NAMES, type Carrier } from '../../contract/orders/carriers.js';
import { ORDER_STATUS_NAMES } from '../../contract/orders/order-status-names.js';
import type { OrderStatus } from '../../contract/orders/orders.js';
import type { Vnd } from '../../contract/rules.js';

/** The columns of the file, by their names in the export's query; those of refunds are read beside it. */
export const COLUMNS = {
  id: 'Mã đơn',
  created_at: 'Ngày đặt',
  username: 'Khách hàng',
  email: 'Email',
  receiver: 'Người nhận',
  phone: 'Điện thoại',
  address: 'Địa chỉ',
  city: 'Tỉnh/thành phố',
  postal_code: 'Mã bưu chính',
  country: 'Quốc gia',
  items: 'Sản phẩm',
  items_price: 'Tạm tính',
  shipping_price: 'Phí giao hàng',
  tax_price: 'Thuế',
  discount: 'Giảm giá',
  coupon_code: 'Mã giảm giá',
  total_price: 'Tổng cộng',
  payment_method: 'Thanh toán bằng',
  status: 'Trạng thái',
  paid_at: 'Thanh toán lúc',
  delivered_at: 'Giao lúc',
  refunded_at: 'Hoàn tiền lúc',
  cancelled_at: 'Hủy lúc',
  carrier: 'Đơn vị vận chuyển',
  tracking_code: 'Mã vận đơn',
  sent_at: 'Gửi lúc',
  refunded_to_card: 'Hoàn về thẻ',
  refunded_to_wallet: 'Hoàn vào ví',
  gift_note: 'Lời nhắn quà tặng',
  transfer_code: 'Nội dung chuyển khoản',
  staff_note: 'Ghi chú nội bộ',
};

/** A row of the file. */
export type ExportRow = Record<keyof typeof COLUMNS, string | Vnd | null> & {
  id: number;
  status: OrderStatus;
  carrier: Carrier | null;
};
/** A row as it is read from orders; what was refunded is read from the ledger. */
export type Exported = Omit<ExportRow, 'refunded_to_card' | 'refunded_to_wallet'>;

/** Names carriers and statuses as people read them. */
export async function* withNames(rows: AsyncIterable<ExportRow>) {
  for await (const row of rows)
    yield { ...row, carrier: row.carrier && CARRIER_NAMES[row.carrier], status: ORDER_STATUS_NAMES[row.status] };
}
