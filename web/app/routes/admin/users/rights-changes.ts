/** The changes of rights that one button makes: the rights it grants or revokes, and its texts. */
export const RIGHTS_CHANGES = {
  lock: {
    rights: { is_active: false },
    label: 'Khóa',
    then: 'Người này bị đăng xuất khỏi mọi thiết bị trong vòng một giây và không đăng nhập được cho đến khi mở khóa.',
    done: (name: string) => `Đã khóa tài khoản ${name}.`,
  },
  unlock: {
    rights: { is_active: true },
    label: 'Mở khóa',
    then: 'Người này đăng nhập lại được bằng mật khẩu cũ.',
    done: (name: string) => `Đã mở khóa tài khoản ${name}.`,
  },
  promote: {
    rights: { is_staff: true },
    label: 'Cấp quyền quản trị',
    then: 'Người này xem và thay đổi được mọi thứ trong trang quản trị, kể cả tiền và tài khoản khác.',
    done: (name: string) => `${name} đã là quản trị viên.`,
  },
  demote: {
    rights: { is_staff: false },
    label: 'Bỏ quyền quản trị',
    then: 'Người này trở lại là khách hàng; tài khoản và đơn hàng giữ nguyên.',
    done: (name: string) => `${name} không còn là quản trị viên.`,
  },
} as const;
export type RightsChange = keyof typeof RIGHTS_CHANGES;

/** Whether a change gives or takes the role of an administrator: the server then requires the caller's own password. */
export const needsPassword = (change: RightsChange): boolean => 'is_staff' in RIGHTS_CHANGES[change].rights;

/** Beside the administrator's own password, where a change needs it. */
export const CHANGE_HINT = 'Nhập mật khẩu bạn đang dùng để đăng nhập, để xác nhận chính bạn thay đổi.';
