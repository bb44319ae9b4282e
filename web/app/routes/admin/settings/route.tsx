import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { getTwoFactor, setTwoFactorPolicy } from '~/api/account/two-factor';
import { getSettings, updateSettings } from '~/api/settings';
import { getBankWebhook, createBankWebhookSecret, deleteBankWebhookSecret } from '~/api/admin/payments';
import { AdminPage } from '~/components/admin/list/list-page';
import { adminLoader, runAction, loadPage } from '~/components/admin/run-action';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { textOf } from '~/components/form/form-text';
import { adminPage } from '~/components/shop/page-title';
import { SettingsForm } from './settings-form';
import { BankWebhookSection } from './bank-webhook-section';
import { settingsUpdateOf } from './settings-update';

export const meta = adminPage('Cài đặt');

export const clientLoader = adminLoader(async ({ request }) => {
  const [settings, twoFactor, webhook] = await Promise.all([
    loadPage(request, getSettings, 'Không thể tải cài đặt.'),
    loadPage(request, getTwoFactor, 'Không thể tải cài đặt bảo mật.'),
    loadPage(request, getBankWebhook, 'Không thể tải khóa webhook.'),
  ]);
  return { ...settings, twoFactor, webhook };
});

/** Saves the changed fields of one section. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'security') {
    const policy = { is_required: form.has('is_required'), current_password: textOf(form, 'current_password') };
    return runAction(request, () => setTwoFactorPolicy(policy), {
      done: 'Đã lưu cài đặt.',
      otherwise: 'Không thể lưu cài đặt.',
    });
  }
  if (textOf(form, 'intent') === 'webhook') {
    const own = { current_password: textOf(form, 'current_password') };
    return runAction(request, () => createBankWebhookSecret(own), {
      done: 'Đã tạo khóa mới.',
      otherwise: 'Không thể tạo khóa.',
    });
  }
  if (textOf(form, 'intent') === 'remove-webhook') {
    return runAction(request, deleteBankWebhookSecret, { done: 'Đã xóa khóa.', otherwise: 'Không thể xóa khóa.' });
  }
  return runAction(request, () => updateSettings(settingsUpdateOf(form)), {
    done: 'Đã lưu cài đặt.',
    otherwise: 'Không thể lưu cài đặt.',
  });
}

export function HydrateFallback() {
  return (
    <AdminPage title="Cài đặt cửa hàng">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-72 w-full" />
    </AdminPage>
  );
}

export default function AdminSettings() {
  const { data: settings, error, twoFactor, webhook } = useLoaderData<typeof clientLoader>();
  return (
    <AdminPage title="Cài đặt cửa hàng">
      {settings ? <SettingsForm settings={settings} twoFactor={twoFactor.data} /> : <RetryAlert>{error}</RetryAlert>}
      {webhook.data && <BankWebhookSection webhook={webhook.data} />}
      {webhook.error !== null && <RetryAlert>{webhook.error}</RetryAlert>}
      {twoFactor.error !== null && <RetryAlert>{twoFactor.error}</RetryAlert>}
    </AdminPage>
  );
}
