import { Form } from '@remix-run/react';
import { shippingAddress, type AddressDraft } from '~/features/checkout/checkout';
import { TextField } from '~/components/form/field';
import { useFirstError } from '~/components/form/use-first-error';
import { PROVINCES } from './provinces';

export type AddressErrors = Partial<Record<keyof AddressDraft, string>>;

const REQUIRED = {
  address: 'Vui lòng nhập địa chỉ',
  city: 'Vui lòng nhập tỉnh/thành phố',
  postalCode: 'Vui lòng nhập mã bưu chính',
  country: 'Vui lòng nhập quốc gia',
} as const;

const PHONE = /^\+?\d{9,15}$/;

/** The errors of an address by field; an empty object for a valid address. */
export function addressErrors(draft: AddressDraft): AddressErrors {
  const errors: AddressErrors = {};
  for (const field of Object.keys(REQUIRED) as (keyof typeof REQUIRED)[]) {
    if (draft[field].trim() === '') errors[field] = REQUIRED[field];
  }
  if (draft.phone.trim() !== '' && !PHONE.test(draft.phone.replace(/[\s.-]/g, ''))) {
    errors.phone = 'Số điện thoại gồm 9-15 chữ số, có thể bắt đầu bằng +';
  }
  return errors;
}

/**
 * The form of the delivery address. Every keystroke is stored, so that a reload or the back button loses nothing.
 * @param id so that a button outside the form can submit it
 */
export function AddressForm({ id, errors }: { id: string; errors?: AddressErrors }) {
  const draft = shippingAddress.use();
  const form = useFirstError(errors);
  // A field that was invalid on submit stays marked until it is valid.
  const still = errors && addressErrors(draft);
  const field = (name: keyof AddressDraft, maxLength: number) => ({
    name,
    maxLength,
    value: draft[name],
    error: errors?.[name] && still?.[name],
    onChange: (event: { target: { value: string } }) =>
      shippingAddress.set((current) => ({ ...current, [name]: event.target.value })),
  });
  return (
    <Form ref={form} id={id} method="post" noValidate className="grid max-w-2xl gap-5 sm:grid-cols-2">
      <TextField label="Người nhận" autoComplete="name" {...field('receiver', 255)} />
      <TextField
        label="Số điện thoại"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Để người giao hàng gọi cho bạn"
        {...field('phone', 20)}
      />
      <TextField
        label="Địa chỉ"
        placeholder="Số nhà, đường, phường/xã"
        autoComplete="street-address"
        required
        className="sm:col-span-2"
        {...field('address', 255)}
      />
      <TextField
        label="Tỉnh/Thành phố"
        list={`${id}-provinces`}
        autoComplete="address-level1"
        required
        {...field('city', 255)}
      />
      <TextField
        label="Mã bưu chính"
        inputMode="numeric"
        autoComplete="postal-code"
        hint="Ví dụ: 10000 (Hà Nội), 70000 (TP. Hồ Chí Minh)"
        required
        {...field('postalCode', 20)}
      />
      <TextField
        label="Quốc gia"
        autoComplete="country-name"
        required
        className="sm:col-span-2"
        {...field('country', 255)}
      />
      <datalist id={`${id}-provinces`}>
        {PROVINCES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Form>
  );
}
