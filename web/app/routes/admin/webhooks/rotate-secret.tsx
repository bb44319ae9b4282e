import { WEBHOOK_SECRET_OVERLAP_HOURS } from 'contract/administration/integration-rules';
import type { NewWebhookEndpoint, WebhookEndpoint } from 'contract/administration/webhooks';
import { FormPanel } from '~/components/admin/form-panel';
import { PasswordField } from '~/features/account/password-field';

interface RotateSecretProps {
  endpoint: WebhookEndpoint;
  onMade: (endpoint: NewWebhookEndpoint) => void;
  onClose: () => void;
}

/** The form that gives an endpoint a new secret. */
export function RotateSecret({ endpoint: { id, url }, onMade, onClose }: RotateSecretProps) {
  return (
    <FormPanel
      title="Đổi khóa ký"
      submit="Đổi khóa"
      intent="rotate"
      onDone={(made) => onMade(made as NewWebhookEndpoint)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <input type="hidden" name="id" value={id} />
          <p className="[overflow-wrap:anywhere]">{url}</p>
          <p>
            Khóa cũ còn ký cùng khóa mới trong {WEBHOOK_SECRET_OVERLAP_HOURS} giờ, nên hệ thống nhận không lỡ webhook
            nào. Hãy thay khóa ở đó trước khi hết hạn.
          </p>
          <PasswordField
            label="Mật khẩu của bạn"
            name="current_password"
            autoComplete="current-password"
            error={errors.current_password}
            hint="Ai có khóa ký thì giả được webhook, nên cần xác nhận lại."
          />
        </>
      )}
    </FormPanel>
  );
}
