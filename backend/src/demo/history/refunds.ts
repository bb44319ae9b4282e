import { HOUR, type DemoOrder, type DemoRefund, type DemoReview } from './records.js';

/** Requests that fit any product with sizes. */
const REFUNDS: readonly DemoRefund[] = [
  {
    reason: 'Mình chọn đúng theo bảng cỡ mà vẫn chật. Hàng chưa dùng, còn nguyên tem mác.',
    requestedAfter: 80,
    decidedAfter: 86,
    isApproved: true,
  },
  {
    reason: 'Mình dùng được ba tuần rồi mới thấy không hợp nên muốn hoàn lại tiền.',
    requestedAfter: 600,
    decidedAfter: 604,
    isApproved: false,
  },
  {
    reason: 'Màu bên ngoài nhạt hơn hẳn ảnh trên trang. Mình mới mở ra xem, hàng còn nguyên tem và túi.',
    requestedAfter: 90,
    isApproved: null,
  },
];

/**
 * Adds the refund requests to orders of a single product that their buyers have not reviewed. The approved one is the demo
 * shopper's, so that she sees a refund.
 */
export function requestRefunds(orders: DemoOrder[], reviews: DemoReview[], end: number): void {
  for (const refund of REFUNDS) {
    const latest = end - (refund.decidedAfter ?? refund.requestedAfter) * HOUR;
    const order = orders.findLast(
      ({ state, shopper, createdAt, lines: [line, ...more], refund: other }) =>
        state === 'delivered' &&
        !other &&
        (shopper === 0) === (refund.isApproved === true) &&
        createdAt.getTime() <= latest &&
        line?.fitting !== undefined &&
        more.length === 0 &&
        !reviews.some((review) => review.product === line.product && review.shopper === shopper),
    );
    if (order) order.refund = refund;
  }
}
