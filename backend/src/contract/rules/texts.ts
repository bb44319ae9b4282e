import { MAX_CHAT_MESSAGE } from './chat.js';
import { MAX_ORDER_LINES } from './orders.js';

/** Texts that the web and the server share. Every page loads them, so texts of one side alone are where they are used. */
export const TEXTS = {
  productNotFound: 'Không tìm thấy sản phẩm.',
  loginAgain: 'Vui lòng đăng nhập lại',
  forbidden: 'Không có quyền truy cập',
  minDeposit: 'Số tiền nạp tối thiểu là 10.000 VND',
  paid: 'Thanh toán thành công!',
  insufficientBalance: 'Số dư ví không đủ!',
  tooManyLines: `Tối đa ${MAX_ORDER_LINES} dòng một đơn hàng`,
  invalidCoupon: 'Mã giảm giá không hợp lệ hoặc đã hết hạn.',
  refundReason: 'Vui lòng nhập lý do hoàn tiền!',
  cancelReason: 'Vui lòng nhập lý do hủy đơn hàng!',
  alreadyReviewed: 'Bạn đã đánh giá sản phẩm này',
  chatTooLong: `Tin nhắn tối đa ${MAX_CHAT_MESSAGE.toLocaleString('vi-VN')} ký tự`,
  /** For the search by text or image: an empty request, and the fallback to the basic search. */
  nothingAsked: 'Vui lòng nhập mô tả hoặc chọn hình ảnh',
  basicSearch: 'Đang sử dụng tìm kiếm cơ bản',
  unavailable: 'Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.',
} as const;
