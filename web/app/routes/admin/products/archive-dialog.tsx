import type { AdminProductRow } from 'contract/catalog/products';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';

/** A product whose removal or restoring the administrator has to confirm. */
export type ArchiveRequest = { intent: 'remove' | 'restore'; product: AdminProductRow };

/** Confirms that a product is deleted, archived (if it was ever ordered) or restored. */
export function ArchiveDialog({
  intent,
  product,
  onClose,
  onDone,
}: ArchiveRequest & { onClose: () => void; onDone: () => void }) {
  const { id, name, is_ordered: isOrdered } = product;
  const fields = { intent, id, name };
  if (intent === 'restore') {
    return (
      <ConfirmDialog
        title={`Khôi phục “${name}”?`}
        confirm="Khôi phục"
        fields={fields}
        onClose={onClose}
        onDone={onDone}
      >
        <p>Sản phẩm sẽ trở lại cửa hàng ngay, với giá và tồn kho như trước.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={isOrdered ? `Lưu trữ “${name}”?` : `Xóa “${name}”?`}
      confirm={isOrdered ? 'Lưu trữ' : 'Xóa hẳn'}
      fields={fields}
      isDanger={!isOrdered}
      onClose={onClose}
      onDone={onDone}
    >
      {isOrdered ? (
        <p>Sản phẩm sẽ được ẩn khỏi cửa hàng, vẫn còn trong các đơn hàng cũ và có thể khôi phục.</p>
      ) : (
        <p>Chưa ai đặt sản phẩm này. Sản phẩm bị xóa cùng ảnh, phân loại và đánh giá; không thể lấy lại.</p>
      )}
    </ConfirmDialog>
  );
}
