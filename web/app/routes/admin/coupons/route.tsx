import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { CouponState, ListedCoupon } from 'contract/orders/coupons';
import { formatNumber, formatVnd } from 'contract/rules';
import { useState } from 'react';
import { act, load, type Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { CouponForm, couponOf } from './coupon-form';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { listQuery } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { addCoupon, changeCoupon, getCoupons, removeCoupon } from '~/api/money/coupons';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/components/shop/page-title';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';

export const meta = adminPage('Mã giảm giá');

const STATES = {
  running: { label: 'Đang chạy', tone: 'success' },
  upcoming: { label: 'Chưa bắt đầu', tone: 'warn' },
  ended: { label: 'Đã kết thúc', tone: 'sand' },
  used_up: { label: 'Hết lượt', tone: 'danger' },
  off: { label: 'Đã tắt', tone: 'sand' },
} as const satisfies Record<CouponState, unknown>;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'sort']);
  return load(request, (signal) => getCoupons(query, signal), 'Không thể tải mã giảm giá.');
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  const code = textOf(form, 'code').trim();
  switch (textOf(form, 'intent')) {
    case 'create':
      return act(request, () => addCoupon(couponOf(form)), {
        done: `Đã thêm mã ${code}.`,
        otherwise: `Không thể thêm mã ${code}.`,
      });
    case 'change':
      return act(request, () => changeCoupon(id, couponOf(form)), {
        done: `Đã lưu mã ${code}.`,
        otherwise: `Không thể lưu mã ${code}.`,
      });
    default:
      return act(request, () => removeCoupon(id), {
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
        <SelectFilter
          label="Trạng thái"
          name="state"
          options={Object.entries(STATES).map(([state, { label }]) => [state, label] as const)}
        />
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
            columns={COLUMNS}
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

const COLUMNS: readonly Column<ListedCoupon>[] = [
  {
    label: 'Mã',
    sort: 'code',
    firstSort: 'asc',
    cell: ({ code, description }) => (
      <div className="max-w-72 min-w-32">
        <span className="font-medium [overflow-wrap:anywhere]">{code}</span>
        {description && <span className="block text-muted">{description}</span>}
      </div>
    ),
  },
  {
    label: 'Giảm',
    sort: 'discount',
    isNumber: true,
    cell: ({ discount_amount: amount, min_order_amount: min }) => (
      <span>
        <span className="font-medium whitespace-nowrap">{formatVnd(amount)}</span>
        <span className="block text-muted">{min > 0 ? `đơn từ ${formatVnd(min)}` : 'mọi đơn hàng'}</span>
      </span>
    ),
  },
  {
    label: 'Hiệu lực',
    sort: 'end',
    cell: ({ valid_from: from, valid_to: to }) => (
      <span className="text-muted tabular">
        <span className="block">từ {formatTime(from)}</span>
        đến {formatTime(to)}
      </span>
    ),
  },
  {
    label: 'Đã dùng',
    sort: 'uses',
    isNumber: true,
    cell: ({ used_count: uses, usage_limit: limit, per_user_limit: each }) => (
      <span className="whitespace-nowrap">
        {formatNumber(uses)}
        {limit !== null && ` / ${formatNumber(limit)}`}
        {each !== null && <span className="block text-muted">mỗi khách {formatNumber(each)}</span>}
      </span>
    ),
  },
  {
    label: 'Trạng thái',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
];

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
