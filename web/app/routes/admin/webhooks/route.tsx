import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { NewWebhookEndpoint, WebhookEndpoint } from 'contract/administration/webhooks';
import { useState } from 'react';
import { listWebhookDeliveries, listWebhookEndpoints } from '~/api/admin/integrations';
import { AdminPage } from '~/components/admin/list/list-page';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { ShownOnce } from '~/components/admin/shown-once';
import { adminPage } from '~/components/shop/page-title';
import { DeliveryList } from './delivery-list';
import { EndpointForm } from './endpoint-form';
import { AddEndpoint, EndpointList, RemoveEndpoint } from './endpoint-list';
import { RotateSecret } from './rotate-secret';
import { runWebhookAction } from './webhook-actions';

export const meta = adminPage('Webhook');

/** Loads the endpoints, and the log of the one in the URL. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const endpoint = Number(params.get('endpoint'));
  const query = listQuery(params, ['state', 'type']);
  const [endpoints, log] = await Promise.all([
    loadPage(request, listWebhookEndpoints, 'Không thể tải các địa chỉ nhận.'),
    endpoint
      ? loadPage(request, (signal) => listWebhookDeliveries(endpoint, query, signal), 'Không thể tải nhật ký gửi.')
      : undefined,
  ]);
  return { endpoints, log };
});

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return runWebhookAction(request, await request.formData());
}

export const HydrateFallback = () => <WebhooksPage />;

export default function Webhooks() {
  return <WebhooksPage data={useLoaderData<typeof clientLoader>()} />;
}

type Open =
  { what: 'form'; endpoint: WebhookEndpoint | null } | { what: 'rotate' | 'remove'; endpoint: WebhookEndpoint };

function WebhooksPage({ data }: { data?: Awaited<ReturnType<typeof clientLoader>> }) {
  const chosen = Number(useListAddress().params.get('endpoint'));
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<NewWebhookEndpoint | null>(null);
  const close = () => setOpen(null);
  const edit = (endpoint: WebhookEndpoint | null) => setOpen({ what: 'form', endpoint });
  const endpoints = data?.endpoints.data ?? [];
  const shown = endpoints.find(({ id }) => id === chosen);
  return (
    <AdminPage title="Webhook" actions={<AddEndpoint onClick={() => edit(null)} />}>
      <p className="max-w-3xl text-sm text-muted">
        Cửa hàng báo cho phần mềm khác của bạn khi có sự kiện, ký bằng khóa của từng địa chỉ và thử lại trong gần ba
        ngày nếu bên nhận lỗi. Một webhook có thể đến hai lần và không theo thứ tự.
      </p>
      {made && endpoints.some(({ id }) => id === made.id) && (
        <ShownOnce secret={made.secret}>
          Khóa ký của {made.url} chỉ hiện một lần. Hãy chép ngay vào hệ thống nhận:
        </ShownOnce>
      )}
      <EndpointList
        list={data?.endpoints}
        onEdit={edit}
        onRotate={(endpoint) => setOpen({ what: 'rotate', endpoint })}
        onRemove={(endpoint) => setOpen({ what: 'remove', endpoint })}
      />
      {chosen > 0 && <DeliveryList key={chosen} list={data?.log} canSend={shown?.is_active ?? false} />}
      {open?.what === 'form' && <EndpointForm endpoint={open.endpoint} onMade={setMade} onClose={close} />}
      {open?.what === 'rotate' && <RotateSecret endpoint={open.endpoint} onMade={setMade} onClose={close} />}
      {open?.what === 'remove' && <RemoveEndpoint endpoint={open.endpoint} onClose={close} />}
    </AdminPage>
  );
}
