import { formatTime } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { useCachedAt } from '~/lib/storage/offline-pages';

/** A notice that the page is a copy from the device, with its age: prices and stock may have changed. */
export function CachedPageNotice() {
  const cachedAt = useCachedAt();
  if (cachedAt === undefined) return null;
  return (
    <div className="page pt-4">
      <RetryAlert tone="warning">
        Bạn đang xem bản đã lưu lúc {formatTime(cachedAt)}. Giá và số lượng có thể đã đổi.
      </RetryAlert>
    </div>
  );
}
