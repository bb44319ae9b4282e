/** The order statuses in the back office's words. */
export const ORDER_STATUS_NAMES = {
  unpaid: 'Chờ thanh toán',
  paid: 'Đang xử lý',
  delivered: 'Đã giao',
  refund_requested: 'Yêu cầu hoàn tiền',
  refunded: 'Đã hoàn tiền',
  cancelled: 'Đã hủy',
} as const;
