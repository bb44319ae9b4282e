import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { WebhookAttempt, WebhookDelivery } from 'contract/administration/webhooks';
import { RotateCw } from 'lucide-react';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SelectFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { ListBody } from '~/components/admin/list/list-page';
import { PostButton } from '~/components/admin/post-button';
import type { Loaded } from '~/components/admin/run-action';
import { StateBadge } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { DELIVERY_STATES, WEBHOOK_LABELS } from './webhook-labels';

/** What was sent to one endpoint, with each attempt. @param canSend whether the endpoint is on */
export function DeliveryList({ list, canSend }: { list: Loaded<Page<WebhookDelivery>> | undefined; canSend: boolean }) {
  return (
    <section aria-labelledby="log-title" className="grid gap-3">
      <h2 id="log-title" className="text-lg">
        Nhật ký gửi
      </h2>
      <FilterBar>
        <StateFilter states={DELIVERY_STATES} />
        <SelectFilter
          label="Sự kiện"
          name="type"
          options={Object.entries(WEBHOOK_LABELS).map(([type, [label]]) => [type, label] as const)}
        />
      </FilterBar>
      <ListBody
        list={list}
        empty={<Empty title="Chưa gửi gì đến đây">Webhook xuất hiện ở đây khi sự kiện đã chọn xảy ra.</Empty>}
      >
        {(rows) => (
          <DataTable
            caption="Webhook đã gửi, mới nhất trước"
            columns={COLUMNS}
            rows={rows}
            actions={(delivery) => canSend && delivery.state !== 'pending' && <Resend delivery={delivery} />}
          />
        )}
      </ListBody>
    </section>
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    label: 'Thời gian',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
  {
    label: 'Sự kiện',
    cell: ({ type, subject_id: id, event_id: eventId }) => {
      const isOrder = type !== 'stock.low';
      return (
        <>
          <span className="font-medium">{WEBHOOK_LABELS[type][0]}</span> ·{' '}
          <Link to={`/admin/${isOrder ? 'orders' : 'products'}/${id}`} className="underline underline-offset-4">
            {isOrder ? `Đơn hàng #${id}` : `Sản phẩm #${id}`}
          </Link>
          <code className="block text-xs break-all text-muted">{eventId}</code>
        </>
      );
    },
  },
  { label: 'Trạng thái', cell: (delivery) => <State delivery={delivery} /> },
  { label: 'Các lần thử', cell: ({ log }) => <Attempts log={log} /> },
];

function State({ delivery: { state, attempts, next_attempt_at: next } }: { delivery: WebhookDelivery }) {
  return (
    <>
      <StateBadge {...DELIVERY_STATES[state]} />
      {next !== null && attempts > 0 && <p className="mt-1 text-muted">Thử lại lúc {formatTime(next)}</p>}
    </>
  );
}

function Attempts({ log }: { log: readonly WebhookAttempt[] }) {
  const [latest, ...earlier] = log;
  if (!latest) return <span className="text-muted">Chưa thử lần nào</span>;
  return (
    <div className="grid max-w-md gap-1">
      <Attempt attempt={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{earlier.length} lần trước</summary>
          <div className="mt-1 grid gap-1">
            {earlier.map((attempt) => (
              <Attempt key={attempt.attempted_at} attempt={attempt} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function Attempt({
  attempt: { attempted_at: at, status, duration_ms: ms, answer, error },
}: {
  attempt: WebhookAttempt;
}) {
  return (
    <div>
      <p className={error === null ? '' : 'text-signal'}>
        {error ?? `Mã ${status}`} · {ms} ms <span className="text-muted tabular">· {formatTime(at)}</span>
      </p>
      {answer && (
        <code className="block text-xs whitespace-pre-wrap [overflow-wrap:anywhere] text-muted">{answer}</code>
      )}
    </div>
  );
}

const Resend = ({ delivery: { id, event_id: eventId } }: { delivery: WebhookDelivery }) => (
  <PostButton fields={{ intent: 'resend', id }} label={`Gửi lại ${eventId}`}>
    <RotateCw aria-hidden="true" className="size-4" />
    Gửi lại
  </PostButton>
);
