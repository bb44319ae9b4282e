import { useState } from 'react';
import { TextField } from '~/components/form/field';
import { AreaFields } from './area-fields';
import { addressDoubts, addressErrors, type AddressErrors } from './address-checks';
import { type AddressDraft } from './address-draft';

interface AddressFieldsProps {
  draft: AddressDraft;
  /** The errors of the last submit. A field stays marked until it is valid. */
  errors?: AddressErrors;
  onChange: (change: Partial<AddressDraft>) => void;
}

/** The fields of an address: who and how to call first, then where. */
export function AddressFields({ draft, errors, onChange }: AddressFieldsProps) {
  /** The fields that the shopper has left: a doubt is not said while they still type. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const still = errors && addressErrors(draft);
  const shown: AddressErrors = {};
  for (const field of Object.keys(errors ?? {}) as (keyof AddressDraft)[]) shown[field] = still?.[field];
  const doubts = addressDoubts(draft);
  const doubt = (field: keyof AddressDraft) => (left.has(field) && !shown[field] ? doubts[field] : undefined);
  const field = (name: keyof AddressDraft, maxLength: number) => ({
    name,
    maxLength,
    value: draft[name],
    error: shown[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    onBlur: () => setLeft((before) => new Set([...before, name])),
  });
  const warning = (text: string | undefined) => (text ? <span className="text-warn">{text}</span> : undefined);
  return (
    <>
      <TextField label="Người nhận" autoComplete="name" hint={warning(doubt('receiver'))} {...field('receiver', 255)} />
      <TextField
        label="Số điện thoại"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={warning(doubt('phone')) ?? 'Để người giao hàng gọi cho bạn'}
        {...field('phone', 20)}
      />
      <AreaFields draft={draft} errors={shown} onChange={onChange} />
      <TextField
        label="Địa chỉ"
        placeholder="Số nhà, tên đường"
        autoComplete="street-address"
        required
        className="sm:col-span-2"
        {...field('address', 255)}
      />
      <TextField
        label="Mã bưu chính"
        inputMode="numeric"
        autoComplete="postal-code"
        hint="Tự điền theo tỉnh/thành phố"
        required
        {...field('postalCode', 20)}
      />
      <TextField label="Quốc gia" autoComplete="country-name" required {...field('country', 255)} />
    </>
  );
}
