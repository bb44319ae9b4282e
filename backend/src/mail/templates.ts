import { formatVnd, type Vnd } from '../contract/rules.js';
import type { MailContent } from './template.js';
import type { AccountChange } from './outbox.js';

/*
 * The words of each mail. Whoever gets one is addressed by the user name, which has no blanks: a first name is free text,
 * and somebody who registers another's address must not be able to write to them through the shop.
 */

/** An order as it is when its mail is sent. */
export interface OrderFacts {
  id: number;
  created_at: string;
  items_price: Vnd;
  shipping_price: Vnd;
  tax_price: Vnd;
  discount: Vnd;
  total_price: Vnd;
  /** What an approved request has paid. */
  granted: Vnd;
  receiver: string;
  phone: string;
  address: string;
  is_paid: boolean;
  is_cancelled: boolean;
  coupon_code: string | null;
  /** Until when it keeps its goods unpaid. */
  payBefore: Date;
  /** Who made happen what the mail tells of, and why, where an administrator said so. */
  actor: 'buyer' | 'admin' | 'provider' | 'shop';
  reason: string | null;
  items: { name: string; color: string | null; size: string | null; qty: number; price: Vnd }[];
}

/** What every letter may need to know beside what it tells of. */
export interface MailSetting {
  shopName: string;
  username: string;
  /** The shop's origin, without a slash at its end. */
  publicUrl: string;
}

export function welcomeMail({ shopName, username, publicUrl }: MailSetting): MailContent {
  return {
    subject: `Chào mừng bạn đến với ${shopName}`,
    title: `Xin chào ${username}`,
    blocks: [
      text(`Tài khoản ${username} của bạn tại ${shopName} đã sẵn sàng: đặt hàng, theo dõi đơn và dùng ví Paybox.`),
      link('Bắt đầu mua sắm', `${publicUrl}/`),
    ],
  };
}

export function passwordResetMail(
  { username, publicUrl }: MailSetting,
  { uid, token }: { uid: string; token: string },
): MailContent {
  const href = `${publicUrl}/reset-password?${new URLSearchParams({ uid, token }).toString()}`;
  return {
    subject: 'Đặt lại mật khẩu',
    title: 'Đặt lại mật khẩu',
    blocks: [
      text(
        `Chúng tôi nhận được yêu cầu đặt lại mật khẩu cho tài khoản ${username}. Liên kết dưới đây dùng được một lần, trong vòng 1 giờ.`,
      ),
      link('Chọn mật khẩu mới', href),
      text('Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn không thay đổi.'),
    ],
  };
}

/** What each change is called, what happened, and what to do where it was not the owner. */
const CHANGES: Record<AccountChange, { subject: string; happened: string; remedy: string; canReset: boolean }> = {
  email_changed: {
    subject: 'Email đăng nhập đã được thay đổi',
    happened: 'đã được đổi sang một địa chỉ email khác. Thư về tài khoản này từ nay được gửi đến địa chỉ mới',
    remedy:
      'hãy trả lời email này hoặc gọi số điện thoại bên dưới ngay để chúng tôi khóa và trả lại tài khoản cho bạn.',
    canReset: false,
  },
  password_changed: {
    subject: 'Mật khẩu đã được thay đổi',
    happened: 'đã được đặt mật khẩu mới. Các thiết bị khác đã được đăng xuất',
    remedy: 'hãy đặt lại mật khẩu ngay bằng nút dưới đây, rồi trả lời email này để chúng tôi kiểm tra cùng bạn.',
    canReset: true,
  },
  two_factor_on: {
    subject: 'Xác thực hai lớp đã được bật',
    happened: 'đã được bật xác thực hai lớp. Từ nay đăng nhập cần thêm một mã từ ứng dụng xác thực',
    remedy: 'hãy trả lời email này hoặc gọi số điện thoại bên dưới ngay.',
    canReset: false,
  },
  two_factor_off: {
    subject: 'Xác thực hai lớp đã bị tắt',
    happened: 'đã bị tắt xác thực hai lớp. Từ nay đăng nhập chỉ cần mật khẩu',
    remedy: 'hãy đặt lại mật khẩu ngay bằng nút dưới đây, rồi bật lại xác thực hai lớp.',
    canReset: true,
  },
};

/** What the owner hears of a change of what opens the account; it says nothing that would open it. */
export function accountChangedMail(
  { shopName, username, publicUrl }: MailSetting,
  change: AccountChange,
  at: Date,
): MailContent {
  const { subject, happened, remedy, canReset } = CHANGES[change];
  return {
    subject,
    title: subject,
    blocks: [
      text(`Lúc ${formatTime(at)}, tài khoản ${username} của bạn tại ${shopName} ${happened}.`),
      text(`Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm. Nếu không phải bạn, ${remedy}`),
      ...(canReset ? [link('Đặt lại mật khẩu', `${publicUrl}/forgot-password`)] : []),
    ],
  };
}

export function orderPlacedMail(setting: MailSetting, order: OrderFacts): MailContent {
  const waits = !order.is_paid && !order.is_cancelled;
  const state = order.is_cancelled
    ? `Đơn hàng #${order.id} đã bị hủy.`
    : waits
      ? `Chúng tôi đã nhận đơn hàng #${order.id} và giữ hàng cho bạn. Vui lòng thanh toán trước ${formatTime(order.payBefore)}; sau đó đơn hàng sẽ tự hủy.`
      : `Chúng tôi đã nhận đơn hàng #${order.id} và đang chuẩn bị hàng cho bạn.`;
  return {
    subject: `Đã nhận đơn hàng #${order.id}`,
    title: 'Cảm ơn bạn đã đặt hàng',
    blocks: [
      text(state),
      ...contents(order),
      link(waits ? `Thanh toán · ${formatVnd(order.total_price)}` : 'Xem đơn hàng', orderUrl(setting, order)),
    ],
  };
}

export function orderPaidMail(setting: MailSetting, order: OrderFacts): MailContent {
  return {
    subject: `Đã thanh toán đơn hàng #${order.id}`,
    title: 'Thanh toán thành công',
    blocks: [
      text(
        `Chúng tôi đã nhận ${formatVnd(order.total_price)} cho đơn hàng #${order.id}. Hàng sẽ được giao trong 2-5 ngày làm việc.`,
      ),
      ...contents(order),
      link('Xem đơn hàng', orderUrl(setting, order)),
    ],
  };
}

export function orderCancelledMail(setting: MailSetting, order: OrderFacts): MailContent {
  const isShops = order.actor === 'admin';
  const who = isShops
    ? `Rất tiếc, ${setting.shopName} đã hủy đơn hàng #${order.id}.`
    : `Đơn hàng #${order.id} đã được hủy theo yêu cầu của bạn.`;
  return {
    subject: isShops ? `${setting.shopName} đã hủy đơn hàng #${order.id}` : `Đã hủy đơn hàng #${order.id}`,
    title: 'Đơn hàng đã được hủy',
    blocks: [
      text(who),
      ...(order.reason ? [text(`Lý do: ${order.reason}`)] : []),
      text(NOTHING_TAKEN + couponBack(order)),
      ...contents(order),
      link('Xem đơn hàng', orderUrl(setting, order)),
    ],
  };
}

export function orderExpiredMail(setting: MailSetting, order: OrderFacts): MailContent {
  return {
    subject: `Đơn hàng #${order.id} đã tự hủy vì chưa được thanh toán`,
    title: 'Đơn hàng đã hết hạn thanh toán',
    blocks: [
      text(`Đơn hàng #${order.id} chưa được thanh toán trong thời hạn, nên đã tự hủy và hàng trở lại kho.`),
      text(`${NOTHING_TAKEN + couponBack(order)} Nếu vẫn muốn mua, bạn có thể đặt lại bất cứ lúc nào.`),
      ...contents(order),
      link('Đặt lại', `${setting.publicUrl}/`),
    ],
  };
}

/** True also for a charge that comes after all: it goes to the wallet. */
const NOTHING_TAKEN =
  'Bạn không mất khoản nào: nếu thẻ vẫn bị trừ tiền, số tiền đó sẽ được chuyển vào ví Paybox của bạn.';

const couponBack = ({ coupon_code: code }: OrderFacts) => (code ? ` Mã giảm giá ${code} đã được trả lại.` : '');

export function orderDeliveredMail(setting: MailSetting, order: OrderFacts): MailContent {
  return {
    subject: `Đơn hàng #${order.id} đã được giao`,
    title: 'Đơn hàng đã được giao',
    blocks: [
      text(
        `Đơn hàng #${order.id} đã đến nơi. Cảm ơn bạn đã mua sắm tại ${setting.shopName}! Nếu có điều chưa ưng ý, bạn có thể yêu cầu hoàn tiền trong trang đơn hàng.`,
      ),
      ...contents(order),
      link('Xem đơn hàng', orderUrl(setting, order)),
    ],
  };
}

export function refundRejectedMail(setting: MailSetting, order: OrderFacts): MailContent {
  return {
    subject: `Yêu cầu hoàn tiền đơn hàng #${order.id} không được chấp nhận`,
    title: 'Yêu cầu hoàn tiền không được chấp nhận',
    blocks: [
      text(
        `Sau khi xem xét, chúng tôi chưa thể hoàn tiền cho đơn hàng #${order.id}. Nếu bạn cần biết thêm, hãy trả lời email này hoặc nhắn cho chúng tôi trong mục tư vấn.`,
      ),
      link('Xem đơn hàng', orderUrl(setting, order)),
    ],
  };
}

export function refundApprovedMail(setting: MailSetting, order: OrderFacts): MailContent {
  const money = order.granted > 0 ? ` ${formatVnd(order.granted)} đã được chuyển vào ví Paybox của bạn.` : '';
  return {
    subject: `Đã hoàn tiền đơn hàng #${order.id}`,
    title: 'Yêu cầu hoàn tiền được chấp nhận',
    blocks: [
      text(`Chúng tôi đã chấp nhận yêu cầu hoàn tiền của đơn hàng #${order.id}.${money}`),
      link('Xem ví Paybox', `${setting.publicUrl}/paybox`),
    ],
  };
}

/** @param balance what the wallet holds now */
export function depositMail(
  { publicUrl }: MailSetting,
  { amount, balance }: { amount: Vnd; balance: Vnd },
): MailContent {
  return {
    subject: `Đã nạp ${formatVnd(amount)} vào ví Paybox`,
    title: 'Nạp tiền thành công',
    blocks: [
      text('Tiền nạp bằng thẻ đã có trong ví Paybox của bạn.'),
      {
        is: 'sums',
        sums: [
          ['Số tiền nạp', formatVnd(amount)],
          ['Số dư hiện tại', formatVnd(balance)],
        ],
      },
      link('Xem ví Paybox', `${publicUrl}/paybox`),
    ],
  };
}

const text = (words: string) => ({ is: 'text', text: words }) as const;
const link = (label: string, href: string) => ({ is: 'link', label, href }) as const;
const orderUrl = ({ publicUrl }: MailSetting, { id }: OrderFacts) => `${publicUrl}/orders/${id}`;

function contents(order: OrderFacts): MailContent['blocks'] {
  const lines = order.items.map(({ name, color, size, qty, price }) => ({
    name,
    note: [color, size, `${qty} × ${formatVnd(price)}`].filter(Boolean).join(', '),
    sum: formatVnd(qty * price),
  }));
  const sums: [string, string][] = [
    ['Tạm tính', formatVnd(order.items_price)],
    ['Phí vận chuyển', formatVnd(order.shipping_price)],
    ['Thuế', formatVnd(order.tax_price)],
    ...(order.discount > 0 ? [['Giảm giá', `-${formatVnd(order.discount)}`] as [string, string]] : []),
    ['Tổng cộng', formatVnd(order.total_price)],
  ];
  const facts: [string, string][] = [
    ['Giao đến', [order.receiver, order.phone].filter(Boolean).join(', ')],
    ['Địa chỉ', order.address],
  ];
  return [
    { is: 'lines', lines },
    { is: 'sums', sums },
    { is: 'facts', facts: facts.filter(([, value]) => value !== '') },
  ];
}

const moment = new Intl.DateTimeFormat('vi-VN', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** As Vietnam's clocks say it: `16:30 31/01/2026`. */
const formatTime = (time: Date): string => moment.format(time);
