import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { AdminReview } from 'contract/reviews';
import { MAX_REVIEW_COMMENT } from 'contract/rules';
import { BadgeCheck, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { act, load, type Loaded } from '~/components/admin/run-action';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/data-table';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/filter-bar';
import { FormPanel } from '~/components/admin/form-panel';
import { hrefWith, listQuery, useListAddress } from '~/components/admin/list-url';
import { AdminPage, ListBody } from '~/components/admin/list-page';
import { changeReview, getAllReviews, removeReview } from '~/api/reviews';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/components/shop/page-title';
import { shorten } from '~/components/shop/seo';
import { Button, buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { TextArea } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { ProductPicture } from '~/components/display/picture';
import { StarChoice } from '~/components/form/star-choice';
import { Stars } from '~/components/display/stars';

export const meta = adminPage('Đánh giá');

/** Comments are cut here, as the specification says. */
const SHORT = 100;

const STARS = ['5', '4', '3', '2', '1'].map((count) => [count, `${count} sao`] as const);

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const filters = ['search', 'rating', 'product', 'from', 'to', 'sort'] as const;
  const query = listQuery(new URL(request.url).searchParams, filters);
  return load(request, (signal) => getAllReviews(query, signal), 'Không thể tải đánh giá.');
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const [product, id] = [Number(textOf(form, 'product')), Number(textOf(form, 'id'))];
  if (textOf(form, 'intent') === 'delete') {
    return act(request, () => removeReview(product, id), {
      done: 'Đã xóa đánh giá.',
      otherwise: 'Không thể xóa đánh giá.',
    });
  }
  const body = { rating: Number(textOf(form, 'rating')), comment: textOf(form, 'comment') };
  return act(request, () => changeReview(product, id, body), {
    done: 'Đã lưu đánh giá.',
    otherwise: 'Không thể lưu đánh giá.',
  });
}

export const HydrateFallback = () => <ReviewsPage list={undefined} />;

export default function Reviews() {
  return <ReviewsPage list={useLoaderData<typeof clientLoader>()} />;
}

type Open = { what: 'edit' | 'delete'; review: AdminReview };

function ReviewsPage({ list }: { list: Loaded<Page<AdminReview>> | undefined }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <AdminPage title="Đánh giá">
      <FilterBar>
        <SearchFilter label="Tìm nhận xét, sản phẩm, khách" />
        <SelectFilter label="Số sao" name="rating" options={STARS} />
        <DaysFilter />
        <ProductFilter name={list?.data?.results[0]?.product.name} />
      </FilterBar>
      <ListBody
        list={list}
        empty={<Empty title="Chưa có đánh giá nào">Khách viết đánh giá ở trang của từng sản phẩm.</Empty>}
      >
        {(rows) => (
          <DataTable
            caption="Đánh giá"
            columns={COLUMNS}
            rows={rows}
            idOf={({ id }) => id}
            actions={(review) => (
              <>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Sửa đánh giá ${calledOf(review)}`}
                  onClick={() => setOpen({ what: 'edit', review })}
                >
                  <Pencil aria-hidden="true" className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Xóa đánh giá ${calledOf(review)}`}
                  onClick={() => setOpen({ what: 'delete', review })}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </Button>
              </>
            )}
          />
        )}
      </ListBody>
      {open?.what === 'edit' && <ReviewForm review={open.review} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmDialog
          title={`Xóa đánh giá ${calledOf(open.review)}?`}
          confirm="Xóa hẳn"
          isDanger
          fields={{ intent: 'delete', product: open.review.product.id, id: open.review.id }}
          onClose={close}
        >
          <blockquote className="border-l-2 border-line pl-3 text-muted">
            {shorten(open.review.comment, SHORT)}
          </blockquote>
          <p>Điểm của sản phẩm được tính lại ngay. Xóa rồi không lấy lại được; khách có thể viết đánh giá mới.</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

const calledOf = ({ user_info: { username }, product }: AdminReview) => `của ${username} về ${product.name}`;

/** Where only one product's reviews are shown: which, and a way back to all. */
function ProductFilter({ name }: { name: string | undefined }) {
  const address = useListAddress();
  const product = address.params.get('product');
  if (!product) return null;
  return (
    <Link to={hrefWith(address, { product: null })} className={buttonStyle({ variant: 'outline' })}>
      <span className="max-w-64 truncate">Sản phẩm: {name ?? `#${product}`}</span>
      <X aria-hidden="true" className="size-4" />
      <span className="sr-only">Bỏ lọc theo sản phẩm</span>
    </Link>
  );
}

const COLUMNS: readonly Column<AdminReview>[] = [
  { label: 'Sản phẩm', cell: ({ product }) => <OfProduct product={product} /> },
  {
    label: 'Đánh giá',
    sort: 'rating',
    cell: (review) => (
      <div className="max-w-xl min-w-52">
        <Stars value={review.rating} />
        <Comment text={review.comment} />
      </div>
    ),
  },
  {
    label: 'Khách',
    cell: ({ name, user_info: { username }, verified_purchase: hasBought }) => (
      <div className="min-w-28">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        {name !== username && <span className="block [overflow-wrap:anywhere] text-muted">{username}</span>}
        {hasBought && (
          <span className="mt-1 flex items-center gap-1 text-xs whitespace-nowrap text-accent">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Đã mua hàng
          </span>
        )}
      </div>
    ),
  },
  {
    label: 'Ngày',
    sort: 'date',
    cell: ({ createdAt }) => <span className="text-muted tabular">{formatTime(createdAt)}</span>,
  },
];

function OfProduct({ product: { id, name, image } }: Pick<AdminReview, 'product'>) {
  const address = useListAddress();
  return (
    <span className="flex min-w-36 gap-3">
      <ProductPicture src={image} alt="" sizes="40px" className="w-10 shrink-0 self-start rounded-md" />
      <Link
        to={hrefWith(address, { product: id })}
        title="Chỉ xem đánh giá của sản phẩm này"
        className="font-medium hover:underline hover:underline-offset-4"
      >
        {name}
      </Link>
    </span>
  );
}

/** Cut, and whole when it is asked for. */
function Comment({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const short = shorten(text, SHORT);
  // What is not cut loses its line breaks at most.
  const isCut = short.length < text.replaceAll(/\s+/g, ' ').trim().length;
  return (
    <>
      <p className={`mt-1 break-words ${isWhole ? 'whitespace-pre-line' : ''}`}>{isWhole ? text : short}</p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="min-h-9 text-muted underline underline-offset-4 hover:text-ink"
        >
          {isWhole ? 'Thu gọn' : 'Xem hết'}
        </button>
      )}
    </>
  );
}

function ReviewForm({ review, onClose }: { review: AdminReview; onClose: () => void }) {
  const [rating, setRating] = useState(review.rating);
  return (
    <FormPanel title="Sửa đánh giá" submit="Lưu" intent="change" onClose={onClose}>
      {(errors) => (
        <>
          <input type="hidden" name="product" value={review.product.id} />
          <input type="hidden" name="id" value={review.id} />
          <p className="text-sm text-muted">
            {review.user_info.username} viết về {review.product.name}, {formatTime(review.createdAt)}.
          </p>
          <StarChoice label="Số sao" name="rating" value={rating} onChange={setRating} error={errors.rating} />
          <TextArea
            label="Nhận xét"
            name="comment"
            rows={8}
            required
            maxLength={MAX_REVIEW_COMMENT}
            defaultValue={review.comment}
            error={errors.comment}
          />
        </>
      )}
    </FormPanel>
  );
}
