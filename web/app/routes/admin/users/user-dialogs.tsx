import type { AdminUser } from 'contract/accounts/admin-users';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DeletionBlockers } from '~/features/account/deletion-blockers';
import { OwnPassword } from '~/features/account/password/own-password';
import { CHANGE_HINT, RIGHTS_CHANGES, needsPassword, type RightsChange } from './rights-changes';

/** Confirms a change of rights. */
export function ChangeRights({
  user,
  change,
  onClose,
}: {
  user: AdminUser;
  change: RightsChange;
  onClose: () => void;
}) {
  const { label, then } = RIGHTS_CHANGES[change];
  return (
    <ConfirmDialog
      title={`${label} ${user.username}?`}
      confirm={label}
      isDanger={change === 'lock'}
      fields={{ intent: change, id: user.id, name: user.username }}
      inputs={needsPassword(change) ? (errors) => <OwnPassword errors={errors} hint={CHANGE_HINT} /> : undefined}
      onClose={onClose}
    >
      <p>{then}</p>
      {change === 'unlock' && user.is_staff && <p>Các khóa API người này đã tạo cũng dùng lại được.</p>}
    </ConfirmDialog>
  );
}

/** Confirms that an account is closed; a refusal lists what blocks it. */
export function CloseUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Đóng tài khoản ${user.username}?`}
      confirm="Đóng tài khoản"
      isDanger
      fields={{ intent: 'close', id: user.id, name: user.username }}
      afterFailure={(failure) => (
        <DeletionBlockers
          failure={failure}
          orderPath={(id) => `/admin/orders/${id}`}
          walletPath={`/admin/paybox?user=${user.id}`}
        />
      )}
      onClose={onClose}
    >
      <p>
        Tên, email, số điện thoại, địa chỉ, ảnh đại diện, tin nhắn và danh sách yêu thích của người này bị xóa hẳn. Đơn
        hàng, giao dịch ví và đánh giá được giữ lại dưới tên ẩn danh.
      </p>
      <p className="text-signal">Không thể hoàn tác.</p>
    </ConfirmDialog>
  );
}
