import type { AuditAction, AuditEntry, AuditSubject } from 'contract/audit';

export const ACTION_WORDS: Record<AuditAction, string> = {
  create: 'Tạo',
  update: 'Sửa',
  archive: 'Ngừng bán',
  restore: 'Bán lại',
  delete: 'Xóa',
  deliver: 'Giao hàng',
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
  catalogue: 'Danh mục hàng',
  transactions: 'Giao dịch',
  mail: 'Email',
};

/** The page of what an entry tells of, where there is one for it. */
export function pageOfSubject({ subject, subject_id: id, action }: AuditEntry): string | null {
  if (action === 'delete') return null;
  if (subject === 'settings') return '/admin/settings';
  if (id === null) return null;
  if (subject === 'product') return `/admin/products/${id}`;
  if (subject === 'order' || subject === 'refund') return `/admin/orders/${id}`;
  return null;
}
