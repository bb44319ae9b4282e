import { MAX_INTEGRATION_NAME, MAX_WEBHOOK_URL } from 'contract/administration/integration-rules';
import type { NewWebhookEndpoint, WebhookEndpoint } from 'contract/administration/webhooks';
import { CheckList } from '~/components/admin/check-list';
import { FormPanel } from '~/components/admin/form-panel';
import { TextField } from '~/components/form/field';
import { OwnPassword } from '~/features/account/password/own-password';
import { WEBHOOK_LABELS } from './webhook-labels';

interface EndpointFormProps {
  /** null for a new one. */
  endpoint: WebhookEndpoint | null;
  onMade: (endpoint: NewWebhookEndpoint) => void;
  onClose: () => void;
}

const EVENTS = Object.entries(WEBHOOK_LABELS).map(([type, [label, hint]]) => [type, label, hint] as const);

/** The form of an endpoint. The address of an existing one stays, because its secret belongs to it. */
export function EndpointForm({ endpoint, onMade, onClose }: EndpointFormProps) {
  return (
    <FormPanel
      title={endpoint ? 'Sửa địa chỉ nhận' : 'Thêm địa chỉ nhận'}
      of={endpoint}
      intent={endpoint ? 'change' : 'add'}
      onDone={endpoint ? undefined : (made) => onMade(made as NewWebhookEndpoint)}
      onClose={onClose}
    >
      {({ errors, field }) => (
        <>
          {endpoint ? (
            <p className="[overflow-wrap:anywhere]">{endpoint.url}</p>
          ) : (
            <TextField
              label="Địa chỉ nhận"
              name="url"
              type="url"
              required
              maxLength={MAX_WEBHOOK_URL}
              autoComplete="off"
              placeholder="https://"
              error={errors.url}
              hint="Hệ thống của bạn nhận POST ở đây và phản hồi mã 2xx trong 10 giây."
            />
          )}
          <TextField
            label="Ghi chú"
            {...field('description')}
            maxLength={MAX_INTEGRATION_NAME}
            autoComplete="off"
            hint="Để bạn nhớ địa chỉ này của hệ thống nào."
          />
          <CheckList
            legend="Sự kiện"
            name="events"
            options={EVENTS}
            chosen={endpoint?.events ?? []}
            error={errors.events}
          />
          <OwnPassword
            errors={errors}
            required={!endpoint}
            hint={
              endpoint
                ? 'Chỉ cần khi thêm sự kiện: webhook gửi thông tin khách hàng ra ngoài.'
                : 'Webhook gửi thông tin khách hàng ra ngoài, nên cần xác nhận lại.'
            }
          />
        </>
      )}
    </FormPanel>
  );
}
