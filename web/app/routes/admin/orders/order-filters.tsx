import { Link } from '@remix-run/react';
import { ORDER_STATUS_NAMES } from 'contract/orders/order-status-names';
import type { OrderTodo } from 'contract/orders/order-query';
import { PAYMENT_METHODS } from 'contract/rules';
import { X } from 'lucide-react';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { hrefWith, useListAddress } from '~/components/admin/list/list-url';
import { TabLinks } from '~/components/admin/tab-links';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';

const TODO_TABS: readonly (readonly [todo: OrderTodo | null, label: string])[] = [
  [null, 'Mọi đơn'],
  ['deliver', 'Cần giao'],
  ['in_transit', 'Đã gửi, chưa giao'],
  ['collect', 'Đã giao, chưa thu tiền'],
];

/** All orders, or those that wait for the shop's work. Other filters stay. */
export function TodoTabs() {
  const address = useListAddress();
  // Without the status: an order that is to be sent is "paid", or unpaid with cash on delivery.
  const hrefOf = (todo: string | null) => hrefWith(address, { todo, status: null });
  return (
    <TabLinks
      label="Việc cần làm"
      tabs={TODO_TABS.map(([todo, label]) => [hrefOf(todo), label] as const)}
      current={hrefOf(address.params.get('todo'))}
    />
  );
}

export const OrderFilters = () => (
  <FilterBar>
    <SearchFilter label="Số đơn, khách, điện thoại, mã vận đơn, mã chuyển khoản" />
    <SelectFilter label="Trạng thái" name="status" options={Object.entries(ORDER_STATUS_NAMES)} />
    <SelectFilter
      label="Thanh toán"
      name="payment"
      options={PAYMENT_METHODS.map((method) => [method, PAYMENT_NAMES[method]] as const)}
      className="max-w-40" // All filters fit in one row of 976 pixels.
    />
    <SelectFilter
      label="Ngày"
      name="date_of"
      all="Đặt hàng"
      options={[
        ['paid', 'Thanh toán'],
        ['refunded', 'Hoàn tiền'],
      ]}
    />
    <DaysFilter />
  </FilterBar>
);

/** The active buyer filter, with a link that removes it. No filter box shows it. */
export function BuyerFilter({ name }: { name: string | undefined }) {
  const address = useListAddress();
  const user = address.params.get('user');
  return (
    <p className="flex items-center gap-2 text-sm">
      Chỉ đơn của {name ?? `khách hàng số ${user}`}
      <Link
        to={hrefWith(address, { user: null })}
        className="inline-flex min-h-9 items-center gap-1 underline underline-offset-4"
      >
        <X aria-hidden="true" className="size-4" />
        Xem mọi khách hàng
      </Link>
    </p>
  );
}
