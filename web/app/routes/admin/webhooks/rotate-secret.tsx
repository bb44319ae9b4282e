import { WEBHOOK_SECRET_OVERLAP_HOURS } from 'contract/administration/integration-rules';
import type { NewWebhookEndpoint, WebhookEndpoint } from 'contract/administration/webhooks';
import { FormPanel } from '~/components/admin/form-panel';
import { OwnPassword } from '~/features/account/password/own-password';

interface RotateSecretProps {
  endpoint: WebhookEndpoint;
  onMade: (endpoint: NewWebhookEndpoint) => void;
  onClose: () => void;
}

/** The form that gives an endpoint a new secret. */
export function RotateSecret({ endpoint, onMade, onClose }: RotateSecretProps) {
  return (
    <FormPanel
      title="Đổi khóa ký"
      of={endpoint}
      submit="Đổi khóa"
      intent="rotate"
      onDone={(made) => onMade(made as NewWebhookEndpoint)}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <p className="[overflow-wrap:anywhere]">{endpoint.url}</p>
          <p>
            Khóa cũ còn ký cùng khóa mới trong {WEBHOOK_SECRET_OVERLAP_HOURS} giờ, nên hệ thống nhận không lỡ webhook
            nào. Hãy thay khóa ở đó trước khi hết hạn.
          </p>
          <OwnPassword errors={errors} hint="Ai có khóa ký thì giả được webhook, nên cần xác nhận lại." />
        </>
      )}
    </FormPanel>
  );
}
