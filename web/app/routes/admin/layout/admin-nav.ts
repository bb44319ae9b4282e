import {
  ChartColumn,
  FileClock,
  FileSpreadsheet,
  FolderTree,
  KeyRound,
  Landmark,
  Mail,
  MessagesSquare,
  PackageCheck,
  Palette,
  SearchCheck,
  Settings,
  Shirt,
  Star,
  Tag,
  TicketPercent,
  Undo2,
  UserRound,
  Users,
  Wallet,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

/** The badges of the sidebar, which count pending work. */
export type BadgeName = 'orders' | 'refunds' | 'chats' | 'transfers' | 'mails' | 'photos' | 'webhooks';

interface NavEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  badge?: BadgeName;
}

/** The pages of the back office in the sidebar's groups. */
export const ADMIN_NAV: readonly { title: string; entries: readonly NavEntry[] }[] = [
  {
    title: 'Bán hàng',
    entries: [
      { to: '/admin', label: 'Tổng quan', icon: ChartColumn },
      { to: '/admin/orders', label: 'Đơn hàng', icon: PackageCheck, badge: 'orders' },
      { to: '/admin/refunds', label: 'Yêu cầu hoàn tiền', icon: Undo2, badge: 'refunds' },
      { to: '/admin/bank-transfers', label: 'Chuyển khoản', icon: Landmark, badge: 'transfers' },
      { to: '/admin/coupons', label: 'Mã giảm giá', icon: TicketPercent },
      { to: '/admin/chat', label: 'Tư vấn', icon: MessagesSquare, badge: 'chats' },
    ],
  },
  {
    title: 'Hàng hóa',
    entries: [
      { to: '/admin/products', label: 'Sản phẩm', icon: Shirt },
      { to: '/admin/categories', label: 'Danh mục', icon: FolderTree },
      { to: '/admin/brands', label: 'Thương hiệu', icon: Tag },
      { to: '/admin/colors', label: 'Màu & kích cỡ', icon: Palette },
      { to: '/admin/search', label: 'Tìm kiếm', icon: SearchCheck },
      { to: '/admin/reviews', label: 'Đánh giá', icon: Star, badge: 'photos' },
      { to: '/admin/import', label: 'Nhập / xuất', icon: FileSpreadsheet },
    ],
  },
  {
    title: 'Khách hàng',
    entries: [
      { to: '/admin/users', label: 'Người dùng', icon: Users },
      { to: '/admin/paybox', label: 'Ví Paybox', icon: Wallet },
      { to: '/admin/mails', label: 'Email', icon: Mail, badge: 'mails' },
    ],
  },
  {
    title: 'Hệ thống',
    entries: [
      { to: '/admin/audit', label: 'Nhật ký', icon: FileClock },
      { to: '/admin/webhooks', label: 'Webhook', icon: Webhook, badge: 'webhooks' },
      { to: '/admin/api-keys', label: 'Khóa API', icon: KeyRound },
      { to: '/admin/settings', label: 'Cài đặt', icon: Settings },
      { to: '/admin/profile', label: 'Hồ sơ', icon: UserRound },
    ],
  },
];
