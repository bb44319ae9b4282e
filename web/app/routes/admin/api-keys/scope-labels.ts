import type { ApiScope } from 'contract/administration/integration-rules';

/** Label and explanation of each scope. */
export const SCOPE_LABELS: Record<ApiScope, readonly [label: string, hint: string]> = {
  'catalog:read': ['Xem hàng hóa', 'Sản phẩm, tồn kho, danh mục, thương hiệu, đánh giá, tệp xuất.'],
  'catalog:write': ['Sửa hàng hóa', 'Giá, tồn kho, sản phẩm, danh mục, từ đồng nghĩa.'],
  'orders:read': ['Xem đơn hàng', 'Có tên, địa chỉ, điện thoại của khách và ghi chú nội bộ.'],
  'orders:write': ['Xử lý đơn hàng', 'Ghi mã vận đơn và ghi chú nội bộ, đánh dấu đã giao, hủy đơn chưa thanh toán.'],
  'payments:write': ['Ghi nhận tiền', 'Tiền mặt và chuyển khoản đã thu của đơn hàng.'],
  'refunds:read': ['Xem yêu cầu hoàn tiền', 'Lý do và kết quả.'],
  'refunds:write': ['Duyệt yêu cầu hoàn tiền', 'Duyệt là tiền ra khỏi cửa hàng. Chỉ chọn khi thật cần.'],
  'coupons:read': ['Xem mã giảm giá', 'Mã và số lượt đã dùng.'],
  'coupons:write': ['Sửa mã giảm giá', 'Tạo, sửa, xóa mã.'],
  'customers:read': ['Xem khách hàng', 'Danh sách tài khoản và email.'],
  'reports:read': ['Xem báo cáo', 'Doanh thu, giao dịch, sổ cái, từ khóa tìm kiếm.'],
};
