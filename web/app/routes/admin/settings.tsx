import {
  Link,
  useFetcher,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { formatVnd, shippingPrice, taxPrice, type PricingRules } from 'contract/rules';
import type { Settings, SettingsUpdate } from 'contract/settings';
import type { TwoFactor } from 'contract/two-factor';
import { useState, type ReactNode } from 'react';
import { act, load, type Outcome } from '~/admin/act';
import { LeaveGuard } from '~/admin/leave-guard';
import { AdminPage } from '~/admin/list-page';
import { useWhenDone } from '~/admin/use-when-done';
import { getSettings } from '~/api/catalog';
import type { Failure } from '~/api/client';
import { changeSettings } from '~/api/settings';
import { getTwoFactor, setTwoFactorPolicy } from '~/api/two-factor';
import { requireAdmin } from '~/routing/guards';
import { PasswordField } from '~/shop/password-field';
import { adminPage } from '~/shop/page-title';
import { Alert } from '~/ui/alert';
import { Button } from '~/ui/button';
import { formatMinutes } from '~/ui/date';
import { TextField } from '~/ui/field';
import { textOf } from '~/ui/form-text';
import { RetryAlert } from '~/ui/retry-alert';
import { Skeleton } from '~/ui/skeleton';
import { useFirstError } from '~/ui/use-first-error';

export const meta = adminPage('Cài đặt');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const [settings, twoFactor] = await Promise.all([
    load(request, getSettings, 'Không thể tải cài đặt.'),
    load(request, getTwoFactor, 'Không thể tải cài đặt bảo mật.'),
  ]);
  return { ...settings, twoFactor };
}
clientLoader.hydrate = true as const;

/** Each section is a form of its own and saves its own fields. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'security') {
    const policy = { is_required: form.has('is_required'), current_password: textOf(form, 'current_password') };
    return act(request, () => setTwoFactorPolicy(policy), {
      done: 'Đã lưu cài đặt.',
      otherwise: 'Không thể lưu cài đặt.',
    });
  }
  const update = SECTIONS[textOf(form, 'intent')]?.(form) ?? {};
  return act(request, () => changeSettings(update), {
    done: 'Đã lưu cài đặt.',
    otherwise: 'Không thể lưu cài đặt.',
  });
}

type ShopField = 'shop_name' | 'email' | 'phone' | 'address' | 'legal_name' | 'tax_code';

const SECTIONS: Record<string, (form: FormData) => SettingsUpdate> = {
  shop: (form) => ({
    shop_name: textOf(form, 'shop_name'),
    email: textOf(form, 'email'),
    phone: textOf(form, 'phone'),
    address: textOf(form, 'address'),
    legal_name: textOf(form, 'legal_name'),
    tax_code: textOf(form, 'tax_code'),
  }),
  shipping: (form) => ({
    shipping: {
      standard_fee: numberOf(form, 'shipping.standard_fee'),
      reduced_threshold: numberOf(form, 'shipping.reduced_threshold'),
      reduced_fee: numberOf(form, 'shipping.reduced_fee'),
      free_threshold: numberOf(form, 'shipping.free_threshold'),
    },
  }),
  orders: (form) => ({
    tax_percent: numberOf(form, 'tax_percent'),
    payment_window_minutes: numberOf(form, 'payment_window_minutes'),
    unpaid_limits: {
      orders: numberOf(form, 'unpaid_limits.orders'),
      per_item: numberOf(form, 'unpaid_limits.per_item'),
      pieces: numberOf(form, 'unpaid_limits.pieces'),
    },
  }),
};

/** An emptied box is no zero: the server refuses it, beside the field. */
const numberOf = (form: FormData, name: string): number =>
  textOf(form, name).trim() === '' ? NaN : Number(textOf(form, name).replace(',', '.'));

export function HydrateFallback() {
  return (
    <AdminPage title="Cài đặt cửa hàng">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-72 w-full" />
    </AdminPage>
  );
}

export default function AdminSettings() {
  const { data: settings, error, twoFactor } = useLoaderData<typeof clientLoader>();
  return (
    <AdminPage title="Cài đặt cửa hàng">
      {settings ? <Sections settings={settings} twoFactor={twoFactor.data} /> : <RetryAlert>{error}</RetryAlert>}
      {twoFactor.error !== null && <RetryAlert>{twoFactor.error}</RetryAlert>}
    </AdminPage>
  );
}

/** Whoever makes a second factor everybody's duty has it themselves, and so cannot lock themselves out. */
function Security({ state, onTyped }: { state: TwoFactor; onTyped: SectionProps['onTyped'] }) {
  const canRequire = state.is_on || state.is_required;
  return (
    <Section
      onTyped={onTyped}
      intent="security"
      title="Bảo mật"
      lead="Ngoài mật khẩu, đăng nhập cần thêm mã từ ứng dụng trên điện thoại."
    >
      {(errors) => (
        <>
          <div className="grid gap-1 sm:col-span-2">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="is_required"
                defaultChecked={state.is_required}
                disabled={!canRequire}
                aria-describedby="require-hint"
                className="size-5 accent-accent"
              />
              Bắt buộc xác thực hai lớp cho quản trị viên
            </label>
            <p id="require-hint" className="text-sm text-muted">
              {canRequire ? (
                'Quản trị viên chưa bật chỉ vào được trang thiết lập cho đến khi bật.'
              ) : (
                <>
                  Trước hết hãy{' '}
                  <Link to="/admin/profile" className="underline underline-offset-4">
                    bật xác thực hai lớp cho tài khoản của bạn
                  </Link>
                  .
                </>
              )}
            </p>
          </div>
          {/* Emptied once it has been used. */}
          <PasswordField
            key={String(state.is_required)}
            label="Mật khẩu của bạn"
            name="current_password"
            autoComplete="current-password"
            error={errors.current_password}
          />
        </>
      )}
    </Section>
  );
}

function Sections({ settings, twoFactor }: { settings: Settings; twoFactor: TwoFactor | null }) {
  const { shipping } = settings;
  const [typed, setTyped] = useState<readonly string[]>([]);
  const onTyped = (intent: string, isTyped: boolean) =>
    setTyped((before) => [...before.filter((each) => each !== intent), ...(isTyped ? [intent] : [])]);
  return (
    <>
      <LeaveGuard isDirty={typed.length > 0} />
      <Section
        onTyped={onTyped}
        intent="shop"
        title="Cửa hàng"
        lead="Hiện ở đầu và chân trang, trong tiêu đề, email và trang điều khoản."
      >
        {(errors) => {
          const field = (name: ShopField) => ({
            name,
            defaultValue: settings[name],
            error: errors[name],
          });
          return (
            <>
              <TextField label="Tên cửa hàng" maxLength={255} required {...field('shop_name')} />
              <TextField label="Email liên hệ" type="email" maxLength={254} required {...field('email')} />
              <TextField label="Điện thoại" type="tel" maxLength={30} {...field('phone')} />
              <TextField label="Địa chỉ" maxLength={255} {...field('address')} />
              <TextField label="Tên pháp nhân" maxLength={255} {...field('legal_name')} />
              <TextField label="Mã số thuế" maxLength={30} {...field('tax_code')} />
            </>
          );
        }}
      </Section>
      <Section
        onTyped={onTyped}
        intent="shipping"
        title="Phí vận chuyển"
        lead={<ShippingExamples settings={settings} />}
      >
        {(errors) => {
          const field = (name: keyof Settings['shipping']) => ({
            name: `shipping.${name}`,
            defaultValue: shipping[name],
            error: errors[`shipping.${name}`],
            inputMode: 'numeric' as const,
            required: true,
          });
          return (
            <>
              <TextField label="Phí tiêu chuẩn (VND)" {...field('standard_fee')} />
              <TextField
                label="Trên mức này tính phí (VND)"
                hint="Đến đúng mức này vẫn theo phí tiêu chuẩn"
                {...field('reduced_threshold')}
              />
              <TextField label="Phí khi vượt mức (VND)" {...field('reduced_fee')} />
              <TextField label="Miễn phí từ (VND)" {...field('free_threshold')} />
            </>
          );
        }}
      </Section>
      <Section
        onTyped={onTyped}
        intent="orders"
        title="Thuế và đơn hàng"
        lead={`Đơn chưa thanh toán tự hủy sau ${formatMinutes(settings.payment_window_minutes)}; hàng và mã giảm giá được trả lại.`}
      >
        {(errors) => (
          <>
            <TextField
              label="Thuế suất (%)"
              name="tax_percent"
              inputMode="decimal"
              defaultValue={settings.tax_percent}
              error={errors.tax_percent}
              hint="Tính trên tiền hàng, làm tròn nửa lên"
              required
            />
            <TextField
              label="Hạn thanh toán (phút)"
              name="payment_window_minutes"
              inputMode="numeric"
              defaultValue={settings.payment_window_minutes}
              error={errors.payment_window_minutes}
              hint="Áp dụng cả cho đơn đang chờ"
              required
            />
            {UNPAID_LIMITS.map(({ name, label, hint }) => (
              <TextField
                key={name}
                label={label}
                name={`unpaid_limits.${name}`}
                inputMode="numeric"
                defaultValue={settings.unpaid_limits[name]}
                error={errors[`unpaid_limits.${name}`]}
                hint={hint}
                required
              />
            ))}
          </>
        )}
      </Section>
      {twoFactor && <Security state={twoFactor} onTyped={onTyped} />}
    </>
  );
}

/** What one account may hold without paying. */
const UNPAID_LIMITS = [
  { name: 'orders', label: 'Số đơn chưa thanh toán của một khách', hint: 'Thêm đơn nữa sẽ bị từ chối' },
  {
    name: 'per_item',
    label: 'Số chiếc giữ chỗ của một phân loại',
    hint: 'Trong các đơn chưa thanh toán của một khách',
  },
  { name: 'pieces', label: 'Tổng số chiếc giữ chỗ', hint: 'Trong các đơn chưa thanh toán của một khách' },
] as const;

interface SectionProps {
  intent: string;
  title: string;
  lead: ReactNode;
  /** Whether something was typed since it was saved. */
  onTyped: (intent: string, isTyped: boolean) => void;
  children: (errors: Failure['fields']) => ReactNode;
}

function Section({ intent, title, lead, onTyped, children }: SectionProps) {
  const fetcher = useFetcher<Outcome>();
  const failure = fetcher.data?.isDone === false ? fetcher.data.failure : undefined;
  const form = useFirstError(failure);
  useWhenDone(fetcher, () => onTyped(intent, false));
  return (
    <section aria-labelledby={`${intent}-title`} className="rounded-lg border border-line bg-surface p-5 lg:p-8">
      <h2 id={`${intent}-title`} className="text-lg">
        {title}
      </h2>
      <div className="mt-1 text-sm text-muted">{lead}</div>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        onInput={() => onTyped(intent, true)}
        className="mt-5 grid max-w-4xl gap-5 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value={intent} />
        {failure && (
          <div className="sm:col-span-2">
            <Alert tone="danger">{failure.detail}</Alert>
          </div>
        )}
        {children(failure?.fields ?? {})}
        <div className="sm:col-span-2">
          <Button type="submit" isBusy={fetcher.state !== 'idle'} aria-label={`Lưu: ${title}`}>
            Lưu
          </Button>
        </div>
      </fetcher.Form>
    </section>
  );
}

/** What the saved rules make of a few orders, by the function that prices them. */
function ShippingExamples({ settings: { shipping, tax_percent: taxPercent } }: { settings: Settings }) {
  const rules: PricingRules = {
    standardFee: shipping.standard_fee,
    reducedThreshold: shipping.reduced_threshold,
    reducedFee: shipping.reduced_fee,
    freeThreshold: shipping.free_threshold,
    taxPercent,
  };
  const sums = [rules.reducedThreshold, rules.reducedThreshold + 1_000, rules.freeThreshold];
  return (
    <ul className="grid gap-0.5 tabular">
      {sums.map((sum) => (
        <li key={sum}>
          Hàng {formatVnd(sum)}: vận chuyển {formatVnd(shippingPrice(sum, rules))}, thuế{' '}
          {formatVnd(taxPrice(sum, taxPercent))}
        </li>
      ))}
    </ul>
  );
}
