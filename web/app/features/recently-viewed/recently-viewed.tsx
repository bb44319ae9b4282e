import { FailedPart } from '~/components/feedback/failed-part';
import { useModule } from '~/lib/use-module';
import { viewedProducts } from '~/lib/storage/viewed-products';

/** A separate script: the first page of a visitor has nothing to show. */
const load = () => import('./viewed-row').then((module) => module.ViewedRow);

interface RecentlyViewedProps {
  /** The product of this page. */
  except?: number;
  className?: string;
}

/** The products that were viewed on this device; nothing on the server, and before there are any. */
export function RecentlyViewed({ except, className }: RecentlyViewedProps) {
  const ids = viewedProducts.use().filter((id) => id !== except);
  return ids.length > 0 ? <LoadedRow ids={ids} className={className} /> : null;
}

function LoadedRow(props: { ids: readonly number[]; className?: string }) {
  const { module: Row, hasFailed, isStuck, retry } = useModule(load);
  if (Row) return <Row {...props} />;
  // As high as the row, so that nothing moves when it comes.
  return (
    <div className="min-h-112">
      {hasFailed && (
        <FailedPart onRetry={retry} isStuck={isStuck}>
          Không tải được phần này.
        </FailedPart>
      )}
    </div>
  );
}
