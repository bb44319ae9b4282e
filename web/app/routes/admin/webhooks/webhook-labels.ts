import type { WebhookType } from 'contract/administration/integration-rules';
import type { WebhookState } from 'contract/administration/webhooks';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ShownState } from '~/components/display/state-badge';

/** Label and explanation of each event. */
export const WEBHOOK_LABELS: Record<WebhookType, readonly [label: string, hint: string]> = {
  'order.placed': ['Đơn hàng mới', 'Khách vừa đặt hàng, có thể chưa thanh toán.'],
  'order.paid': ['Đơn đã thanh toán', 'Bằng thẻ, ví, tiền mặt hay chuyển khoản.'],
  'order.delivered': ['Đơn đã giao', 'Quản trị viên đánh dấu đã giao.'],
  'order.refunded': ['Đơn được hoàn tiền', 'Vào ví hoặc về thẻ, toàn bộ hay một phần.'],
  'stock.low': ['Sắp hết hàng', 'Tồn kho của một sản phẩm hay phân loại giảm xuống 5 chiếc hoặc ít hơn.'],
};

export const DELIVERY_STATES = {
  pending: { label: 'Chờ gửi', tone: 'warn', icon: Clock },
  sent: { label: 'Đã nhận', tone: 'success', icon: Check },
  failed: { label: 'Không gửi được', tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<WebhookState, ShownState>;
