import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { ApiKey, ApiKeyState, NewApiKey } from 'contract/administration/api-keys';
import type { ApiScope } from 'contract/administration/integration-rules';
import { useState } from 'react';
import { createApiKey, listApiKeys, revokeApiKey } from '~/api/admin/integrations';
import { AddButton } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { AdminPage } from '~/components/admin/list/list-page';
import { adminLoader, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { ShownOnce } from '~/components/admin/shown-once';
import { StateBadge, type ShownState } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { adminPage } from '~/components/shop/page-title';
import { KeyForm } from './key-form';
import { SCOPE_LABELS } from './scope-labels';

export const meta = adminPage('Khóa API');

export const clientLoader = adminLoader(({ request }) => {
  return loadPage(request, listApiKeys, 'Không thể tải các khóa API.');
});

/** Makes or revokes a key. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'revoke') {
    return runAction(request, () => revokeApiKey(Number(textOf(form, 'id'))), {
      done: 'Khóa API đã bị thu hồi.',
      otherwise: 'Không thể thu hồi khóa API.',
    });
  }
  const days = textOf(form, 'days');
  const body = {
    name: textOf(form, 'name'),
    scopes: form.getAll('scopes') as ApiScope[],
    days: days === '' ? null : Number(days),
    current_password: textOf(form, 'current_password'),
  };
  return runAction(request, () => createApiKey(body), {
    done: 'Đã tạo khóa API.',
    otherwise: 'Không thể tạo khóa API.',
  });
}

export const HydrateFallback = () => <KeysPage keys={undefined} />;

export default function ApiKeys() {
  return <KeysPage keys={useLoaderData<typeof clientLoader>()} />;
}

function KeysPage({ keys }: { keys: Loaded<ApiKey[]> | undefined }) {
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const isMadeUsable = made !== null && keys?.data?.some(({ id, state }) => id === made.id && state === 'usable');
  return (
    <AdminPage title="Khóa API" actions={<MakeKey onClick={() => setIsMaking(true)} />}>
      <p className="max-w-3xl text-sm text-muted">
        Phần mềm khác gọi API bằng khóa này, trong đúng những quyền bạn chọn. Khóa không bao giờ đổi được tài khoản, cài
        đặt, webhook hay khóa khác. Mọi thay đổi bằng khóa được ghi vào nhật ký.
      </p>
      {isMadeUsable && (
        <ShownOnce secret={made.key}>Khóa “{made.name}” chỉ hiện một lần. Hãy chép ngay và cất như mật khẩu:</ShownOnce>
      )}
      <KeyList keys={keys} onMake={() => setIsMaking(true)} onRevoke={setRevoking} />
      {isMaking && <KeyForm onMade={setMade} onClose={() => setIsMaking(false)} />}
      {revoking && (
        <ConfirmDialog
          title={`Thu hồi khóa “${revoking.name}”?`}
          confirm="Thu hồi"
          isDanger
          fields={{ intent: 'revoke', id: revoking.id }}
          onClose={() => setRevoking(null)}
        >
          <p>Hệ thống dùng khóa này bị từ chối ngay. Không hoàn tác được; muốn dùng lại thì tạo khóa mới.</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

interface KeyListProps {
  keys: Loaded<ApiKey[]> | undefined;
  onMake: () => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyList({ keys, onMake, onRevoke }: KeyListProps) {
  if (typeof keys?.error === 'string') return <RetryAlert>{keys.error}</RetryAlert>;
  if (keys?.data.length === 0) {
    return (
      <Empty title="Chưa có khóa API nào" action={<MakeKey onClick={onMake} />}>
        Tạo khóa khi phần mềm kho, kế toán hay giao hàng cần đọc hoặc sửa dữ liệu của cửa hàng.
      </Empty>
    );
  }
  return (
    <DataTable
      caption="Khóa API, khóa dùng được trước"
      columns={COLUMNS}
      rows={keys?.data}
      actions={(key) =>
        key.revoked_at === null && (
          <Button
            variant="quiet"
            size="sm"
            className="text-signal"
            aria-label={`Thu hồi khóa ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Thu hồi
          </Button>
        )
      }
    />
  );
}

const MakeKey = ({ onClick }: { onClick: () => void }) => <AddButton onClick={onClick}>Tạo khóa API</AddButton>;

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    label: 'Khóa',
    cell: ({ name, prefix }) => (
      <>
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <code className="block text-muted">{prefix}…</code>
      </>
    ),
  },
  {
    label: 'Quyền',
    cell: ({ scopes }) => (
      <span className="block max-w-md">{scopes.map((scope) => SCOPE_LABELS[scope][0]).join(', ')}</span>
    ),
  },
  {
    label: 'Tạo bởi',
    cell: ({ created_by: by, created_at: at }) => (
      <>
        {by.username}
        <span className="block whitespace-nowrap text-muted tabular">{formatTime(at)}</span>
      </>
    ),
  },
  {
    label: 'Dùng lần cuối',
    cell: ({ last_used_at: at }) => (
      <span className="whitespace-nowrap text-muted tabular">{at === null ? 'Chưa dùng' : formatTime(at)}</span>
    ),
  },
  { label: 'Trạng thái', cell: (key) => <KeyState apiKey={key} /> },
];

const STATES = {
  usable: { label: 'Dùng được', tone: 'success' },
  expired: { label: 'Hết hạn', tone: 'warn' },
  revoked: { label: 'Đã thu hồi', tone: 'sand' },
  blocked: { label: 'Bị chặn', tone: 'warn' },
} as const satisfies Record<ApiKeyState, ShownState>;

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <StateBadge {...STATES[apiKey.state]} />
      <p className="mt-1 max-w-48 text-muted tabular">{reasonOf(apiKey)}</p>
    </>
  );
}

function reasonOf({ state, revoked_at: revoked, expires_at: expires }: ApiKey): string {
  if (state === 'blocked') return 'Người tạo không còn quyền quản trị.';
  if (revoked !== null) return formatTime(revoked);
  if (expires === null) return 'Không hết hạn';
  return state === 'expired' ? formatTime(expires) : `đến ${formatTime(expires)}`;
}
