import type { ListedCoupon } from 'contract/orders/coupons';
import { MAX_COUPON_CODE } from 'contract/rules';
import type { Failure } from '~/api/http/client';
import type { CouponDraft } from '~/api/money/coupons';
import { TextArea, TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { numberForBody } from '~/components/form/typed-number';
import { FormPanel } from '~/components/admin/form-panel';
import { fromShopTime, toShopTime } from './shop-time';

const DAY_MS = 86_400_000;
const FIRST_RUN_DAYS = 30;

/** Reads the form as an API body. An empty limit means no limit. */
export function readCoupon(form: FormData): CouponDraft {
  const number = (name: string) => numberForBody(textOf(form, name));
  return {
    code: textOf(form, 'code'),
    description: textOf(form, 'description'),
    discount_amount: number('discount_amount'),
    min_order_amount: number('min_order_amount') ?? 0,
    valid_from: fromShopTime(textOf(form, 'valid_from')),
    valid_to: fromShopTime(textOf(form, 'valid_to')),
    is_active: form.has('is_active'),
    usage_limit: number('usage_limit'),
    per_user_limit: number('per_user_limit'),
  };
}

/** The form of a coupon. A new one defaults to a month from today. */
export function CouponForm({ coupon, onClose }: { coupon: ListedCoupon | null; onClose: () => void }) {
  return (
    <FormPanel
      title={coupon ? `Sửa mã ${coupon.code}` : 'Thêm mã giảm giá'}
      of={coupon}
      intent={coupon ? 'change' : 'create'}
      onClose={onClose}
    >
      {({ errors, field }) => (
        <>
          <TextField
            label="Mã"
            {...field('code')}
            required
            maxLength={MAX_COUPON_CODE}
            autoComplete="off"
            spellCheck={false}
            hint="Khách gõ hoa hay thường đều được."
          />
          <TextArea label="Mô tả" {...field('description')} rows={2} maxLength={20_000} />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField label="Giảm (VND)" {...field('discount_amount')} required />
            <NumberField
              label="Cho đơn từ (VND)"
              name="min_order_amount"
              defaultValue={coupon?.min_order_amount || undefined}
              error={errors.min_order_amount}
              hint="Tính cả phí giao hàng và thuế. Để trống: mọi đơn."
            />
            <ValidityFields coupon={coupon} errors={errors} />
            <NumberField
              label="Tổng số lượt"
              {...field('usage_limit')}
              hint={
                coupon?.used_count
                  ? `Đã dùng ${coupon.used_count}. Để trống: không giới hạn.`
                  : 'Để trống: không giới hạn.'
              }
            />
            <NumberField label="Số lượt mỗi khách" {...field('per_user_limit')} hint="Để trống: không giới hạn." />
          </div>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              role="switch"
              name="is_active"
              defaultChecked={coupon?.is_active ?? true}
              className="size-5 accent-accent"
            />
            Cho khách dùng mã này
          </label>
        </>
      )}
    </FormPanel>
  );
}

interface ValidityFieldsProps {
  coupon: ListedCoupon | null;
  errors: Failure['fields'];
}

function ValidityFields({ coupon, errors }: ValidityFieldsProps) {
  const [from, to] = coupon ? [toShopTime(coupon.valid_from), toShopTime(coupon.valid_to)] : defaultValidity();
  return (
    <>
      <TextField
        className="sm:col-span-2"
        label="Bắt đầu"
        name="valid_from"
        type="datetime-local"
        required
        defaultValue={from}
        error={errors.valid_from}
      />
      <TextField
        className="sm:col-span-2"
        label="Kết thúc"
        name="valid_to"
        type="datetime-local"
        required
        defaultValue={to}
        error={errors.valid_to}
        hint="Giờ Việt Nam. Từ lúc này mã hết hiệu lực."
      />
    </>
  );
}

const NumberField = (props: Parameters<typeof TextField>[0]) => (
  <TextField inputMode="numeric" autoComplete="off" {...props} />
);

/** The default validity: a month from the start of today in Vietnam. */
function defaultValidity(): [from: string, to: string] {
  const midnight = (ms: number) => `${toShopTime(new Date(ms).toISOString()).slice(0, 10)}T00:00`;
  return [midnight(Date.now()), midnight(Date.now() + FIRST_RUN_DAYS * DAY_MS)];
}
