import { Alert } from '~/components/feedback/alert';
import { useHydrated } from '~/lib/use-hydrated';
import { isStorageKept } from '~/lib/storage/stored';

/** Warns where the browser refuses to keep the cart and the session: blocked cookies, full storage. */
export function StorageNotice() {
  if (!useHydrated() || isStorageKept()) return null;
  return (
    <Alert tone="warning">
      Trình duyệt không cho phép lưu dữ liệu, hoặc bộ nhớ đã đầy: giỏ hàng và phiên đăng nhập chỉ giữ đến khi bạn tải
      lại hoặc đóng trang này.
    </Alert>
  );
}
