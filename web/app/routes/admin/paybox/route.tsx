import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { AdminWallet, TransactionTotals, WalletTotals, WalletTransaction } from 'contract/money/paybox';
import { formatNumber, formatVnd } from 'contract/rules';
import { adminLoader, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { DownloadButton } from '~/components/admin/list/download-button';
import { RemovableFilter, UserFilter } from '~/components/admin/list/removable-filter';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { TabLinks } from '~/components/admin/tab-links';
import { TYPES, TransactionTable } from './transaction-table';
import { WalletTable } from './wallet-table';
import {
  listAllTransactions,
  getTransactionTotals,
  getWalletTotals,
  listWallets,
  setWalletActive,
} from '~/api/admin/paybox';
import { TRANSACTION_STATES } from '~/features/wallet/transaction-states';
import { adminPage } from '~/components/shop/page-title';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { Totals } from './totals';

export const meta = adminPage('Ví Paybox');

const FAILURE = 'Không thể tải dữ liệu Paybox';
const WALLET_FILTERS = ['search', 'state', 'user', 'sort'] as const;
const LINE_FILTERS = ['search', 'wallet', 'type', 'status', 'from', 'to', 'sort'] as const;

/** URL and label of each tab. */
const TABS = {
  wallets: ['/admin/paybox', 'Ví của khách'],
  transactions: ['/admin/paybox?tab=transactions', 'Giao dịch'],
} as const;

const tabOf = (params: URLSearchParams) => (params.get('tab') === 'transactions' ? 'transactions' : 'wallets');

/** Loads the open tab: its page of rows, and the totals of all pages. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  if (tabOf(params) === 'transactions') {
    const query = listQuery(params, LINE_FILTERS);
    const [lines, totals] = await Promise.all([
      loadPage(request, (signal) => listAllTransactions(query, signal), FAILURE),
      loadPage(request, (signal) => getTransactionTotals(query, signal), FAILURE),
    ]);
    return { tab: 'transactions', lines, totals } as const;
  }
  const query = listQuery(params, WALLET_FILTERS);
  const [wallets, totals] = await Promise.all([
    loadPage(request, (signal) => listWallets(query, signal), FAILURE),
    loadPage(request, (signal) => getWalletTotals(query, signal), FAILURE),
  ]);
  return { tab: 'wallets', wallets, totals } as const;
});

/** Locks or unlocks a wallet. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const isActive = textOf(form, 'is_active') === 'true';
  return runAction(request, () => setWalletActive(Number(textOf(form, 'id')), isActive), {
    done: ({ user_info: user }) => `Đã ${isActive ? 'mở khóa' : 'tạm khóa'} ví của ${user.username}.`,
    otherwise: 'Không thể thay đổi trạng thái ví.',
  });
}

export const HydrateFallback = () => <PayboxPage />;

export default function AdminPayboxPage() {
  return <PayboxPage data={useLoaderData<typeof clientLoader>()} />;
}

function PayboxPage({ data }: { data?: Awaited<ReturnType<typeof clientLoader>> }) {
  const { params } = useListAddress();
  const tab = tabOf(params);
  return (
    <AdminPage title="Ví Paybox" actions={tab === 'transactions' && <Export />}>
      <TabLinks label="Phần" tabs={Object.values(TABS)} current={TABS[tab][0]} />
      {tab === 'wallets' ? (
        <Wallets {...(data?.tab === 'wallets' && data)} />
      ) : (
        <Transactions {...(data?.tab === 'transactions' && data)} />
      )}
    </AdminPage>
  );
}

function Wallets({ wallets, totals }: { wallets?: Loaded<Page<AdminWallet>>; totals?: Loaded<WalletTotals> }) {
  return (
    <>
      <FilterBar>
        <SearchFilter label="Tìm theo tên, email hoặc số điện thoại" />
        <SelectFilter
          label="Trạng thái"
          name="state"
          options={[
            ['active', 'Đang hoạt động'],
            ['locked', 'Tạm khóa'],
          ]}
        />
      </FilterBar>
      <UserFilter what="Chỉ ví của" name={wallets?.data?.results[0]?.user_info.username} then="xem mọi ví" />
      <Totals
        totals={totals}
        label="Tổng của các ví được lọc"
        names={['Số ví', 'Đang tạm khóa', 'Tổng số dư phải trả', 'Khách còn nợ']}
        valuesOf={({ count, locked, liability, owed }) => [
          formatNumber(count),
          formatNumber(locked),
          formatVnd(liability),
          formatVnd(owed),
        ]}
      />
      <ListBody
        list={wallets}
        empty={<Empty title="Chưa có ví nào">Ví được tạo khi khách mở trang Paybox lần đầu.</Empty>}
      >
        {(rows) => <WalletTable wallets={rows} />}
      </ListBody>
    </>
  );
}

function Transactions({
  lines,
  totals,
}: {
  lines?: Loaded<Page<WalletTransaction>>;
  totals?: Loaded<TransactionTotals>;
}) {
  return (
    <>
      <FilterBar>
        <SearchFilter label="Tìm theo khách, hoặc #mã đơn hàng" />
        <SelectFilter label="Loại" name="type" options={Object.entries(TYPES)} />
        <StateFilter name="status" states={TRANSACTION_STATES} />
        <DaysFilter />
      </FilterBar>
      <OneWallet owner={lines?.data?.results[0]?.wallet_info.user_username} />
      <Totals
        totals={totals}
        label="Tổng của các giao dịch được lọc"
        names={['Số giao dịch', 'Tiền vào ví', 'Tiền ra khỏi ví', 'Chênh lệch']}
        valuesOf={({ count, incoming, outgoing }) => [
          formatNumber(count),
          formatVnd(incoming),
          formatVnd(outgoing),
          formatVnd(incoming - outgoing),
        ]}
      />
      <ListBody
        list={lines}
        empty={
          <Empty title="Chưa có giao dịch nào">
            Giao dịch xuất hiện ở đây khi khách nạp tiền, thanh toán bằng ví hoặc được hoàn tiền.
          </Empty>
        }
      >
        {(rows) => <TransactionTable lines={rows} />}
      </ListBody>
    </>
  );
}

/** The active wallet filter, with a link that removes it. */
function OneWallet({ owner }: { owner: string | undefined }) {
  const wallet = useListAddress().params.get('wallet');
  if (!wallet) return null;
  return (
    <RemovableFilter names={['wallet']} then="xem giao dịch của mọi ví">
      Chỉ ví {owner ? `của ${owner}` : `#${wallet}`}
    </RemovableFilter>
  );
}

function Export() {
  const { params } = useListAddress();
  const { page: _page, page_size: _size, sort: _sort, ...filters } = listQuery(params, LINE_FILTERS);
  return (
    <DownloadButton path="/api/admin/paybox/transactions/export/" query={filters} name="giao-dich-paybox.csv">
      Xuất CSV
    </DownloadButton>
  );
}
