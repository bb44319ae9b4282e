import type { AuditAction, AuditFact, AuditSubject } from 'contract/administration/audit';
import { formatVnd } from 'contract/rules';
import { formatTime } from '~/components/display/date';

export const ACTION_WORDS: Record<AuditAction, string> = {
  create: 'Tạo',
  update: 'Sửa',
  archive: 'Lưu trữ',
  restore: 'Khôi phục',
  delete: 'Xóa',
  deliver: 'Xác nhận giao',
  pay: 'Ghi nhận tiền',
  cancel: 'Hủy',
  approve: 'Duyệt',
  reject: 'Từ chối',
  lock: 'Khóa',
  unlock: 'Mở khóa',
  import: 'Nhập',
  export: 'Xuất',
};

export const SUBJECT_WORDS: Record<AuditSubject, string> = {
  product: 'Sản phẩm',
  category: 'Danh mục',
  brand: 'Thương hiệu',
  color: 'Màu',
  size: 'Kích cỡ',
  order: 'Đơn hàng',
  user: 'Người dùng',
  review: 'Đánh giá',
  wallet: 'Ví',
  refund: 'Hoàn tiền',
  coupon: 'Mã giảm giá',
  settings: 'Cài đặt',
  catalogue: 'Toàn bộ sản phẩm',
  transactions: 'Giao dịch',
  mail: 'Email',
  synonym: 'Từ đồng nghĩa',
  pins: 'Ghim kết quả tìm kiếm',
  bank_transfer: 'Chuyển khoản',
  bank_webhook: 'Webhook ngân hàng',
  webhook: 'Webhook',
  api_key: 'Khóa API',
};

/** Labels of the audited fields. Variants and unknown fields are shown by name. */
export const FACT_LABELS: Record<AuditFact, string> = {
  name: 'Tên',
  title: 'Tên',
  description: 'Mô tả',
  image: 'Ảnh',
  images: 'Ảnh',
  picture_colors: 'Màu của ảnh',
  price: 'Giá',
  oldPrice: 'Giá cũ',
  countInStock: 'Tồn kho',
  brand: 'Thương hiệu',
  category: 'Danh mục',
  has_variants: 'Có phân loại',
  material: 'Chất liệu',
  care: 'Bảo quản',
  model_height: 'Chiều cao người mẫu (cm)',
  model_size: 'Cỡ người mẫu mặc',
  size_table: 'Bảng kích thước',
  hex_code: 'Mã màu',
  position: 'Thứ tự',
  rating: 'Số sao',
  comment: 'Nhận xét',
  fit: 'Độ vừa',
  code: 'Mã',
  discount_amount: 'Giảm',
  min_order_amount: 'Cho đơn từ',
  valid_from: 'Bắt đầu',
  valid_to: 'Kết thúc',
  is_active: 'Hoạt động',
  usage_limit: 'Tổng số lượt',
  per_user_limit: 'Số lượt mỗi khách',
  username: 'Tên đăng nhập',
  email: 'Email',
  hasNewPassword: 'Mật khẩu mới',
  is_staff: 'Quản trị viên',
  two_factor: 'Xác thực hai lớp',
  recovery_codes: 'Mã khôi phục mới',
  balance: 'Số dư ví',
  owed: 'Còn nợ cửa hàng',
  chat_settled: 'Cuộc trò chuyện đã xong',
  isDelivered: 'Đã giao',
  isPaid: 'Đã thanh toán',
  shipping_address: 'Đã sửa ở địa chỉ giao hàng',
  staff_note: 'Ghi chú nội bộ',
  parcel: 'Kiện hàng',
  amount: 'Số tiền',
  reference: 'Mã giao dịch',
  order: 'Đơn hàng',
  note: 'Ghi chú',
  isCancelled: 'Đã hủy',
  isApproved: 'Đã duyệt',
  status: 'Trạng thái',
  reason: 'Lý do',
  shop_name: 'Tên cửa hàng',
  phone: 'Điện thoại',
  address: 'Địa chỉ',
  legal_name: 'Tên pháp nhân',
  tax_code: 'Mã số thuế',
  shipping: 'Phí giao hàng',
  tax_percent: 'Thuế suất (%)',
  delivery: 'Ngày giao hàng',
  payment_window_minutes: 'Hạn thanh toán (phút)',
  unpaid_limits: 'Giới hạn đơn chưa thanh toán',
  payment: 'Thanh toán',
  cod: 'Thanh toán khi nhận hàng',
  vietqr: 'Chuyển khoản VietQR',
  require_two_factor: 'Bắt buộc xác thực hai lớp',
  search_learning: 'Kết quả tìm kiếm tự học',
  cart_reminders: 'Nhắc giỏ hàng',
  word: 'Từ',
  meanings: 'Hiểu là',
  is_two_way: 'Hai chiều',
  pinned: 'Ghim lên đầu',
  buried: 'Đẩy xuống cuối',
  url: 'Địa chỉ',
  events: 'Sự kiện',
  has_new_secret: 'Khóa ký mới',
  scopes: 'Quyền',
  expires_at: 'Hết hạn',
  products: 'Sản phẩm',
  created: 'Thêm mới',
  updated: 'Cập nhật',
  unchanged: 'Không đổi',
  variants: 'Phân loại',
  errors: 'Lỗi',
  warnings: 'Cảnh báo',
  search: 'Từ khóa',
  sort: 'Sắp xếp',
  from: 'Từ ngày',
  to: 'Đến ngày',
  todo: 'Việc cần làm',
  date_of: 'Ngày',
  user: 'Khách',
  wallet: 'Ví',
  type: 'Loại',
  count: 'Số dòng',
};

export const factWord = (field: string): string =>
  Object.hasOwn(FACT_LABELS, field) ? FACT_LABELS[field as AuditFact] : field;

/** Labels of fields within a value: shipping fees, delivery days, limits of unpaid orders, variants. */
const NESTED_LABELS: Record<string, string> = {
  standard_fee: 'phí thường',
  reduced_threshold: 'giảm phí từ',
  reduced_fee: 'phí giảm',
  free_threshold: 'miễn phí từ',
  handling_days: 'ngày chuẩn bị',
  min_days: 'số ngày vận chuyển tối thiểu',
  max_days: 'tối đa',
  cutoff_hour: 'giờ chốt đơn',
  closed_weekdays: 'thứ nghỉ (1 là thứ Hai)',
  closed_dates: 'ngày nghỉ',
  zones: 'vùng',
  provinces: 'tỉnh thành',
  is_on: 'bật',
  max_total: 'đơn tối đa',
  window_minutes: 'hạn (phút)',
  bank_bin: 'ngân hàng',
  account_number: 'số tài khoản',
  account_name: 'chủ tài khoản',
  orders: 'số đơn',
  per_item: 'số chiếc một mẫu',
  pieces: 'tổng số chiếc',
  price: 'giá',
  oldPrice: 'giá cũ',
  stock_quantity: 'tồn kho',
  countInStock: 'tồn kho',
};

/** The fields, of an entry and within its values, that are amounts of money. */
const MONEY = new Set([
  ...['price', 'oldPrice', 'discount_amount', 'min_order_amount', 'amount', 'balance', 'owed'],
  ...['standard_fee', 'reduced_threshold', 'reduced_fee', 'free_threshold', 'max_total'],
]);

/** The fields of an entry that are times. */
const MOMENTS = new Set(['valid_from', 'valid_to', 'expires_at']);

/**
 * Formats a value of the audit log.
 * @param field its name: amounts of money and times are written as such
 * @param value of a field before or after a change: text, number, boolean, list or object
 * @returns readable text; empty for no value
 */
export function factText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'có' : 'không';
  if (Array.isArray(value)) return value.map((part) => factText(field, part)).join('; ');
  if (typeof value === 'string') return MOMENTS.has(field) ? formatTime(value) : value;
  if (typeof value === 'number' && MONEY.has(field)) return formatVnd(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${NESTED_LABELS[name] ?? factWord(name)}: ${factText(name, part) || 'trống'}`)
    .join(', ');
}
