import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { ListedCoupon } from 'contract/orders/coupons';
import { formatNumber } from 'contract/rules';
import { useState } from 'react';
import { adminLoader, recordIn, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { CouponForm, readCoupon } from './coupon-form';
import { DataTable } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { listQuery } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { createCoupon, updateCoupon, listCoupons, deleteCoupon } from '~/api/money/coupons';
import { adminPage } from '~/components/shop/page-title';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { COUPON_COLUMNS, COUPON_STATES } from './coupon-columns';

export const meta = adminPage('Mã giảm giá');

export const clientLoader = adminLoader(({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'sort']);
  return loadPage(request, (signal) => listCoupons(query, signal), 'Không thể tải mã giảm giá.');
});

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  const code = textOf(form, 'code').trim();
  switch (textOf(form, 'intent')) {
    case 'create':
      return runAction(request, () => createCoupon(readCoupon(form)), {
        done: `Đã thêm mã ${code}.`,
        otherwise: `Không thể thêm mã ${code}.`,
      });
    case 'change':
      return runAction(request, () => updateCoupon(id, { ...readCoupon(form), was: recordIn(form) }), {
        done: `Đã lưu mã ${code}.`,
        otherwise: `Không thể lưu mã ${code}.`,
      });
    default:
      return runAction(request, () => deleteCoupon(id), {
        done: `Đã xóa mã ${code}.`,
        otherwise: `Không thể xóa mã ${code}.`,
      });
  }
}

export const HydrateFallback = () => <CouponsPage list={undefined} />;

export default function Coupons() {
  return <CouponsPage list={useLoaderData<typeof clientLoader>()} />;
}

type Open = { what: 'form'; coupon: ListedCoupon | null } | { what: 'delete'; coupon: ListedCoupon };

function CouponsPage({ list }: { list: Loaded<Page<ListedCoupon>> | undefined }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = <AddButton onClick={() => setOpen({ what: 'form', coupon: null })}>Thêm mã giảm giá</AddButton>;
  return (
    <AdminPage title="Mã giảm giá" actions={add}>
      <FilterBar>
        <SearchFilter label="Tìm mã hoặc mô tả" />
        <StateFilter states={COUPON_STATES} />
      </FilterBar>
      <ListBody
        list={list}
        empty={
          <Empty title="Chưa có mã giảm giá nào" action={add}>
            Khách nhập mã ở bước thanh toán để được giảm một số tiền trên cả đơn hàng.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Mã giảm giá"
            columns={COUPON_COLUMNS}
            rows={rows}
            actions={(coupon) => (
              <EditAndDelete
                name={`mã ${coupon.code}`}
                onEdit={() => setOpen({ what: 'form', coupon })}
                onDelete={() => setOpen({ what: 'delete', coupon })}
              />
            )}
          />
        )}
      </ListBody>
      {open?.what === 'form' && <CouponForm coupon={open.coupon} onClose={close} />}
      {open?.what === 'delete' && <DeleteCoupon coupon={open.coupon} onClose={close} />}
    </AdminPage>
  );
}

function DeleteCoupon({
  coupon: { id, code, used_count: uses },
  onClose,
}: {
  coupon: ListedCoupon;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Xóa mã giảm giá ${code}?`}
      confirm="Xóa hẳn"
      isDanger
      fields={{ intent: 'delete', id, code }}
      onClose={onClose}
    >
      {uses > 0 ? (
        <>
          <p>
            Mã này đã dùng cho {formatNumber(uses)} đơn hàng. Các đơn đó giữ nguyên mã và số tiền được giảm, kể cả đơn
            chưa thanh toán.
          </p>
          <p>
            Sau khi xóa, không ai dùng được mã này nữa và số lượt đã dùng không còn được đếm. Muốn giữ lại, hãy tắt mã.
          </p>
        </>
      ) : (
        <p>Chưa đơn hàng nào dùng mã này. Xóa rồi không lấy lại được.</p>
      )}
    </ConfirmDialog>
  );
}
