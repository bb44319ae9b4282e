import { formatTime } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { useKeptAt } from '~/lib/kept-pages';

/** Tells that the page comes from the device's store, and since when: prices and stock may have changed. */
export function KeptNotice() {
  const keptAt = useKeptAt();
  if (keptAt === undefined) return null;
  return (
    <div className="page pt-4">
      <RetryAlert tone="warning">
        Bạn đang xem bản đã lưu lúc {formatTime(keptAt)}. Giá và số lượng có thể đã đổi.
      </RetryAlert>
    </div>
  );
}
