import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { AdminReview } from 'contract/catalog/reviews';
import { X } from 'lucide-react';
import { useState } from 'react';
import { adminLoader, recordIn, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable } from '~/components/admin/list/data-table';
import { UserFilter } from '~/components/admin/list/removable-filter';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { hrefWith, listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { approvePhoto, updateReview, listAllReviews, deletePhoto, deleteReview } from '~/api/catalog/reviews';
import { adminPage } from '~/components/shop/page-title';
import { shorten } from '~/components/shop/seo';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { SHORT_COMMENT, reviewColumns } from './review-columns';
import { EditReviewForm } from './review-form';
import { RemovePhotoDialog, type ReviewedPhoto } from './review-photos';

export const meta = adminPage('Đánh giá');

const STARS = ['5', '4', '3', '2', '1'].map((count) => [count, `${count} sao`] as const);

export const clientLoader = adminLoader(({ request }) => {
  const filters = ['search', 'rating', 'photos', 'product', 'user', 'from', 'to', 'sort'] as const;
  const query = listQuery(new URL(request.url).searchParams, filters);
  return loadPage(request, (signal) => listAllReviews(query, signal), 'Không thể tải đánh giá.');
});

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const [product, id] = [Number(textOf(form, 'product')), Number(textOf(form, 'id'))];
  if (textOf(form, 'intent') === 'delete') {
    return runAction(request, () => deleteReview(product, id), {
      done: 'Đã xóa đánh giá.',
      otherwise: 'Không thể xóa đánh giá.',
    });
  }
  const photo = Number(textOf(form, 'photo'));
  if (textOf(form, 'intent') === 'approve-photo') {
    return runAction(request, () => approvePhoto(product, id, photo), {
      done: 'Đã duyệt ảnh.',
      otherwise: 'Không thể duyệt ảnh.',
    });
  }
  if (textOf(form, 'intent') === 'remove-photo') {
    return runAction(request, () => deletePhoto(product, id, photo), {
      done: 'Đã xóa ảnh.',
      otherwise: 'Không thể xóa ảnh.',
    });
  }
  const body = {
    rating: Number(textOf(form, 'rating')),
    comment: textOf(form, 'comment'),
    was: recordIn<AdminReview>(form),
  };
  return runAction(request, () => updateReview(product, id, body), {
    done: 'Đã lưu đánh giá.',
    otherwise: 'Không thể lưu đánh giá.',
  });
}

export const HydrateFallback = () => <ReviewsPage list={undefined} />;

export default function AdminReviewsPage() {
  return <ReviewsPage list={useLoaderData<typeof clientLoader>()} />;
}

type Open = { what: 'edit' | 'delete'; review: AdminReview } | { what: 'remove-photo'; photo: ReviewedPhoto };

function ReviewsPage({ list }: { list: Loaded<Page<AdminReview>> | undefined }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <AdminPage title="Đánh giá">
      <FilterBar>
        <SearchFilter label="Tìm nhận xét, sản phẩm, khách" />
        <SelectFilter label="Số sao" name="rating" options={STARS} />
        <SelectFilter label="Ảnh" name="photos" options={[['pending', 'Ảnh chờ duyệt']]} />
        <DaysFilter />
        <ProductFilter name={list?.data?.results[0]?.product.name} />
      </FilterBar>
      <UserFilter
        what="Chỉ đánh giá của"
        name={list?.data?.results[0]?.user_info.username}
        then="xem đánh giá của mọi khách"
      />
      <ListBody
        list={list}
        empty={<Empty title="Chưa có đánh giá nào">Khách viết đánh giá ở trang của từng sản phẩm.</Empty>}
      >
        {(rows) => (
          <DataTable
            caption="Đánh giá"
            columns={reviewColumns((photo) => setOpen({ what: 'remove-photo', photo }))}
            rows={rows}
            actions={(review) => (
              <EditAndDelete
                name={`đánh giá ${calledOf(review)}`}
                onEdit={() => setOpen({ what: 'edit', review })}
                onDelete={() => setOpen({ what: 'delete', review })}
              />
            )}
          />
        )}
      </ListBody>
      {open?.what === 'edit' && <EditReviewForm review={open.review} onClose={close} />}
      {open?.what === 'remove-photo' && <RemovePhotoDialog photo={open.photo} onClose={close} />}
      {open?.what === 'delete' && (
        <ConfirmDialog
          title={`Xóa đánh giá ${calledOf(open.review)}?`}
          confirm="Xóa hẳn"
          isDanger
          fields={{ intent: 'delete', product: open.review.product.id, id: open.review.id }}
          onClose={close}
        >
          <blockquote className="border-l-2 border-line pl-3 text-muted">
            {shorten(open.review.comment, SHORT_COMMENT)}
          </blockquote>
          <p>Điểm của sản phẩm được tính lại ngay. Xóa rồi không lấy lại được; khách có thể viết đánh giá mới.</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

const calledOf = ({ user_info: { username }, product }: AdminReview) => `của ${username} về ${product.name}`;

/** The active product filter, with a link that removes it. */
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
