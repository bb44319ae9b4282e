import { Link } from '@remix-run/react';
import type { WebhookEndpoint } from 'contract/administration/webhooks';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { AddButton, IconButton } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { PostButton } from '~/components/admin/post-button';
import type { Loaded } from '~/components/admin/run-action';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { WEBHOOK_LABELS } from './webhook-labels';

interface EndpointListProps {
  /** Undefined while they load. */
  list: Loaded<WebhookEndpoint[]> | undefined;
  onEdit: (endpoint: WebhookEndpoint | null) => void;
  onRotate: (endpoint: WebhookEndpoint) => void;
  onRemove: (endpoint: WebhookEndpoint) => void;
}

/** The owner's endpoints, each with the way to its log. */
export function EndpointList({ list, onEdit, onRotate, onRemove }: EndpointListProps) {
  if (typeof list?.error === 'string') return <RetryAlert>{list.error}</RetryAlert>;
  if (list?.data.length === 0) {
    return (
      <Empty title="Chưa có địa chỉ nhận nào" action={<AddEndpoint onClick={() => onEdit(null)} />}>
        Thêm địa chỉ của phần mềm kho, kế toán hay giao hàng: cửa hàng báo cho phần mềm đó ngay khi có đơn mới.
      </Empty>
    );
  }
  return (
    <DataTable
      caption="Địa chỉ nhận"
      columns={COLUMNS}
      rows={list?.data}
      actions={(endpoint) => (
        <>
          <Switch endpoint={endpoint} />
          <IconButton icon={Pencil} label={`Sửa ${endpoint.url}`} onClick={() => onEdit(endpoint)} />
          <IconButton icon={KeyRound} label={`Đổi khóa ký của ${endpoint.url}`} onClick={() => onRotate(endpoint)} />
          <IconButton icon={Trash2} label={`Xóa ${endpoint.url}`} onClick={() => onRemove(endpoint)} />
        </>
      )}
    />
  );
}

export const AddEndpoint = ({ onClick }: { onClick: () => void }) => (
  <AddButton onClick={onClick}>Thêm địa chỉ nhận</AddButton>
);

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    label: 'Địa chỉ',
    cell: ({ id, url, description, previous_secret_until: until }) => (
      <>
        <Link to={`/admin/webhooks?endpoint=${id}`} className="font-medium break-all underline underline-offset-4">
          {url}
        </Link>
        {description && <span className="block [overflow-wrap:anywhere] text-muted">{description}</span>}
        {until !== null && <span className="block text-muted">Khóa cũ còn ký cùng đến {formatTime(until)}</span>}
      </>
    ),
  },
  { label: 'Sự kiện', cell: ({ events }) => events.map((type) => WEBHOOK_LABELS[type][0]).join(', ') },
  { label: 'Trạng thái', cell: (endpoint) => <State endpoint={endpoint} /> },
];

function State({ endpoint: { is_active: isActive, failing_since: failing, disabled_at: disabled } }: StateProps) {
  if (disabled !== null) {
    return (
      <>
        <Badge tone="danger">Bị tắt</Badge>
        <p className="mt-1 max-w-xs text-signal">
          Lỗi liên tục nên cửa hàng đã ngừng gửi lúc {formatTime(disabled)}. Sửa hệ thống nhận rồi bật lại.
        </p>
      </>
    );
  }
  if (!isActive) return <Badge tone="sand">Đang tắt</Badge>;
  if (failing === null) return <Badge tone="success">Hoạt động</Badge>;
  return (
    <>
      <Badge tone="warn">Đang lỗi</Badge>
      <p className="mt-1 text-muted">từ {formatTime(failing)}</p>
    </>
  );
}

interface StateProps {
  endpoint: WebhookEndpoint;
}

const Switch = ({ endpoint: { id, url, is_active: isActive } }: StateProps) => (
  <PostButton fields={{ intent: 'switch', id, is_active: !isActive }} label={`${isActive ? 'Tắt' : 'Bật'} ${url}`}>
    {isActive ? 'Tắt' : 'Bật'}
  </PostButton>
);

export function RemoveEndpoint({ endpoint: { id, url }, onClose }: StateProps & { onClose: () => void }) {
  return (
    <ConfirmDialog title="Xóa địa chỉ nhận?" confirm="Xóa" isDanger fields={{ intent: 'remove', id }} onClose={onClose}>
      <p>{url} không nhận webhook nữa. Khóa ký và nhật ký gửi của nó bị xóa, không lấy lại được.</p>
    </ConfirmDialog>
  );
}
