import { Skeleton } from '~/components/feedback/skeleton';

/** Stands for the form while its script comes. */
export function PasswordSkeleton() {
  return (
    <div role="status" aria-label="Đang tải biểu mẫu" className="max-w-md">
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

/** @param label says what is loading */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid max-w-2xl gap-3">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  );
}

/** Stands for the list while it comes. */
export function OrdersSkeleton() {
  return (
    <div role="status" aria-label="Đang tải đơn hàng…" className="divide-y divide-line border-y border-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 py-4">
          <div className="grid w-full gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="h-16 w-12 shrink-0" />
        </div>
      ))}
    </div>
  );
}
