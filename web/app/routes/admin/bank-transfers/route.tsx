import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { BankTransfer } from 'contract/money/bank-transfers';
import { formatVnd } from 'contract/rules';
import { useState } from 'react';
import { assignTransfer, listBankTransfers, returnTransfer } from '~/api/admin/payments';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DaysFilter, FilterBar, SearchFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { listQuery } from '~/components/admin/list/list-url';
import { AddButton } from '~/components/admin/buttons';
import { adminLoader, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { StateBadge } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { typedNumber } from '~/components/form/typed-number';
import { adminPage } from '~/components/shop/page-title';
import { RecordTransferPanel, recordTypedTransfer, transferOutcome } from '~/features/order-admin/record-transfer';
import { SettleDialog, SettleTransfer, type TransferDecision } from './settle-transfer';
import { PROBLEMS, RECORDED_BY_HAND, TRANSFER_STATES, problemNamed } from './transfer-labels';

export const meta = adminPage('Chuyển khoản');

export const clientLoader = adminLoader(({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'from', 'to']);
  return loadPage(request, (signal) => listBankTransfers(query, signal), 'Không thể tải danh sách chuyển khoản.');
});

/** Records a transfer by hand, gives a waiting one to an order, or takes it out of the books. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'record-transfer') return recordTypedTransfer(request, form);
  const id = Number(textOf(form, 'id'));
  if (textOf(form, 'intent') === 'return') {
    return runAction(request, () => returnTransfer(id, textOf(form, 'note')), {
      done: 'Giao dịch đã được ghi là chuyển trả.',
      otherwise: 'Không thể ghi giao dịch. Vui lòng thử lại.',
    });
  }
  const order_id = typedNumber(textOf(form, 'order_id').replace('#', ''));
  const seen_problem = problemNamed(textOf(form, 'seen_problem'));
  const seen_order_id = Number(textOf(form, 'seen_order_id')) || undefined;
  return runAction(request, () => assignTransfer(id, { order_id, seen_problem, seen_order_id }), {
    done: transferOutcome,
    otherwise: 'Không thể ghi giao dịch. Vui lòng thử lại.',
  });
}

export const HydrateFallback = () => <TransfersPage transfers={undefined} />;

export default function BankTransfers() {
  return <TransfersPage transfers={useLoaderData<typeof clientLoader>()} />;
}

function TransfersPage({
  transfers,
}: {
  transfers: Loaded<Awaited<ReturnType<typeof listBankTransfers>>> | undefined;
}) {
  const [isRecording, setIsRecording] = useState(false);
  const [open, setOpen] = useState<TransferDecision | null>(null);
  const add = <AddButton onClick={() => setIsRecording(true)}>Ghi khoản tiền đến</AddButton>;
  return (
    <AdminPage title="Chuyển khoản" actions={add}>
      <p className="max-w-3xl text-sm text-muted">
        Tiền đến đúng mã và đúng số thì đơn tự được thanh toán. Khoản sai số tiền hoặc đến muộn vào ví của khách. Khoản
        chưa rõ của ai chờ bạn ở đây: gán cho đơn hàng, hoặc chuyển trả người gửi.
      </p>
      <FilterBar>
        <SearchFilter label="Mã giao dịch, số tiền, nội dung, số đơn" />
        <StateFilter states={TRANSFER_STATES} />
        <DaysFilter />
      </FilterBar>
      <ListBody
        list={transfers}
        empty={
          <Empty title="Chưa có khoản chuyển khoản nào" action={add}>
            Giao dịch xuất hiện ở đây khi ngân hàng báo về, hoặc khi bạn ghi khoản tiền đến.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Chuyển khoản, mới nhất trước"
            columns={COLUMNS}
            rows={rows}
            actions={(transfer) =>
              transfer.state === 'unmatched' && <SettleTransfer transfer={transfer} onOpen={setOpen} />
            }
          />
        )}
      </ListBody>
      {isRecording && <RecordTransferPanel onClose={() => setIsRecording(false)} />}
      {open && (
        <SettleDialog
          is={open.is}
          // As it is now: a decision is refused about what has changed since it was shown.
          transfer={transfers?.data?.results.find(({ id }) => id === open.transfer.id) ?? open.transfer}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}

const COLUMNS: readonly Column<BankTransfer>[] = [
  {
    label: 'Giao dịch',
    cell: ({ reference, created_at: at }) => (
      <>
        <span className="font-medium break-all">{reference}</span>
        <span className="block whitespace-nowrap text-muted tabular">{formatTime(at)}</span>
      </>
    ),
  },
  {
    label: 'Số tiền',
    isNumber: true,
    cell: ({ amount }) => <span className="font-medium whitespace-nowrap">{formatVnd(amount)}</span>,
  },
  {
    label: 'Nội dung',
    cell: ({ description, is_reported: isReported, decided_by: by }) => (
      <span className="block max-w-md [overflow-wrap:anywhere]">
        {description}
        <span className="block text-muted">
          {isReported ? 'Ngân hàng báo' : 'Chưa có báo từ ngân hàng'}
          {by !== null && ` · ${by} ghi`}
        </span>
      </span>
    ),
  },
  {
    label: 'Đơn hàng',
    cell: ({ order }) =>
      order && (
        <>
          <Link to={`/admin/orders/${order.id}`} className="font-medium underline underline-offset-4">
            #{order.id}
          </Link>
          <span className="block text-muted">
            {order.username} · {formatVnd(order.totalPrice)}
          </span>
        </>
      ),
  },
  { label: 'Trạng thái', cell: (transfer) => <State transfer={transfer} /> },
];

function State({ transfer: { state, problem, note, is_reported: isReported } }: { transfer: BankTransfer }) {
  return (
    <div className="max-w-sm">
      <StateBadge {...TRANSFER_STATES[state]} />
      {state === 'unmatched' && problem && <p className="mt-1 text-muted">{PROBLEMS[problem]}</p>}
      {state === 'unmatched' && !isReported && <p className="mt-1 text-muted">{RECORDED_BY_HAND}</p>}
      {note !== null && <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line text-muted">{note}</p>}
    </div>
  );
}
