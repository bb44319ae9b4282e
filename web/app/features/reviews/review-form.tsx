import type { OwnReview } from 'contract/catalog/reviews';
import { Link, useLocation } from '@remix-run/react';
import type { Product } from 'contract/catalog/catalog';
import { TEXTS } from 'contract/rules';
import { loginPath } from '~/routing/local-path';
import { useHasReviewDraft } from './review-drafts';
import { useUser } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { buttonStyle } from '~/components/form/button';
import { focusOnMount } from '~/components/form/focus/focus';
import { useModule } from '~/lib/use-module';

type Reviewed = Pick<Product, 'id' | 'reviews' | 'available_sizes'>;

interface ReviewFormProps {
  product: Reviewed;
  /** The user's own review; also one that is older than those that the product carries. */
  own?: OwnReview;
  /** Whether a review came while the page was open: the form of the one who sent it is gone, and the focus with it. */
  hasGrown: boolean;
}

/** The form for a review. It asks a guest to sign in, and tells a shopper who has already reviewed the product. */
export function ReviewForm({ product, own, hasGrown }: ReviewFormProps) {
  const user = useUser();
  if (user === null) return <SignInFirst product={product.id} />;
  if (own || product.reviews.some(({ user_info }) => user_info.username === user.username)) {
    return <Thanks isNews={hasGrown} />;
  }
  return (
    <LoadedFields key={user.id} product={product.id} user={user.id} hasSizes={product.available_sizes.length > 0} />
  );
}

/** The fields are a script of their own: most visitors of a product write no review. */
const loadFields = () => import('./review-fields');

function LoadedFields(props: { product: number; user: number; hasSizes: boolean }) {
  const { module, hasFailed, isStuck, retry } = useModule(loadFields);
  if (module) return <module.ReviewFields {...props} thanks={<Thanks isNews />} />;
  if (!hasFailed) return <Skeleton className="h-64 w-full" />;
  return (
    <FailedPart onRetry={retry} isStuck={isStuck}>
      Không thể mở biểu mẫu đánh giá.
    </FailedPart>
  );
}

const Thanks = ({ isNews }: { isNews: boolean }) => (
  <div ref={isNews ? focusOnMount : undefined} className="focus:outline-none">
    <Alert tone="info">{TEXTS.alreadyReviewed}</Alert>
  </div>
);

function SignInFirst({ product }: { product: number }) {
  const { pathname } = useLocation();
  const hasDraft = useHasReviewDraft(product);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-sand p-4 sm:p-5">
      <p className="max-w-prose">
        Vui lòng đăng nhập để viết đánh giá.
        {hasDraft && ' Nội dung viết dở vẫn được giữ trên thiết bị này.'}
      </p>
      <Link to={loginPath(`${pathname}#reviews`)} className={buttonStyle({ variant: 'outline' })}>
        Đăng nhập
      </Link>
    </div>
  );
}
