import { Skeleton } from '~/components/feedback/skeleton';

/** The place of the list of favourites while it loads. */
export function FavoritesSkeleton() {
  return (
    <div role="status" aria-label="Đang tải danh sách yêu thích" className="grid gap-6">
      <Skeleton className="h-5 w-24" />
      <div className="grid two-columns gap-x-3 gap-y-8 sm:gap-x-6 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="grid gap-3">
            <Skeleton className="aspect-3/4 w-full" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
