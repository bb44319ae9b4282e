import type { WebhookType } from 'contract/administration/integration-rules';
import type { WebhookEndpoint } from 'contract/administration/webhooks';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  sendWebhookAgain,
  updateWebhookEndpoint,
} from '~/api/admin/integrations';
import { recordIn, runAction } from '~/components/admin/run-action';
import { textOf } from '~/components/form/form-text';

/** Runs the action of a form of the page: `add`, `change`, `switch`, `rotate` the secret of, `remove` an endpoint, or `resend` a webhook. */
export function runWebhookAction(request: Request, form: FormData) {
  const id = Number(textOf(form, 'id'));
  const events = form.getAll('events') as WebhookType[];
  const description = textOf(form, 'description');
  switch (textOf(form, 'intent')) {
    case 'add': {
      const body = {
        url: textOf(form, 'url'),
        description,
        events,
        current_password: textOf(form, 'current_password'),
      };
      return runAction(request, () => createWebhookEndpoint(body), {
        done: 'Đã thêm địa chỉ nhận.',
        otherwise: 'Không thể thêm địa chỉ nhận.',
      });
    }
    case 'change': {
      const own = textOf(form, 'current_password');
      const body = { description, events, ...(own && { current_password: own }), was: recordIn<WebhookEndpoint>(form) };
      return runAction(request, () => updateWebhookEndpoint(id, body), {
        done: 'Đã lưu địa chỉ nhận.',
        otherwise: 'Không thể lưu địa chỉ nhận.',
      });
    }
    case 'switch': {
      const isOn = textOf(form, 'is_active') === 'true';
      return runAction(request, () => updateWebhookEndpoint(id, { is_active: isOn }), {
        done: isOn ? 'Địa chỉ nhận đã bật.' : 'Địa chỉ nhận đã tắt.',
        otherwise: 'Không thể thay đổi.',
      });
    }
    case 'rotate': {
      const body = { current_password: textOf(form, 'current_password') };
      return runAction(request, () => rotateWebhookSecret(id, body), {
        done: 'Đã đổi khóa ký.',
        otherwise: 'Không thể đổi khóa ký.',
      });
    }
    case 'remove':
      return runAction(request, () => deleteWebhookEndpoint(id), {
        done: 'Đã xóa địa chỉ nhận.',
        otherwise: 'Không thể xóa địa chỉ nhận.',
      });
    default:
      return runAction(request, () => sendWebhookAgain(id), {
        done: 'Webhook sẽ được gửi lại ngay.',
        otherwise: 'Không thể gửi lại webhook.',
      });
  }
}
