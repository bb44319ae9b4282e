import type { SavedAddress } from 'contract/accounts/addresses';
import { ADDRESS_FIELDS, NO_ADDRESS, orderAddress, type AddressDraft } from './address-draft';

export type AddressErrors = Partial<Record<keyof AddressDraft, string>>;

const REQUIRED = {
  address: 'Vui lòng nhập địa chỉ',
  city: 'Vui lòng nhập tỉnh/thành phố',
  postalCode: 'Vui lòng nhập mã bưu chính',
  country: 'Vui lòng nhập quốc gia',
} as const;

const REQUIRED_FIELDS = Object.keys(REQUIRED) as (keyof typeof REQUIRED)[];

/** The maximum length of an order's `address`, which is the street and the ward. */
const MAX_LINE = 255;

const PHONE = /^\+?\d{9,15}$/;
/** Ten digits from 0, or +84 and nine. */
const VIETNAMESE_PHONE = /^(0|\+?84)[2-9]\d{8}$/;

const digitsOf = (phone: string) => phone.replace(/[\s.()-]/g, '');

/** The errors of an address by field; an empty object for a valid address. */
export function addressErrors(draft: AddressDraft): AddressErrors {
  const errors: AddressErrors = {};
  for (const field of REQUIRED_FIELDS) {
    if (draft[field].trim() === '') errors[field] = REQUIRED[field];
  }
  if (orderAddress(draft).address.length > MAX_LINE) errors.address = `Địa chỉ và phường/xã dài quá ${MAX_LINE} ký tự`;
  if (draft.phone.trim() !== '' && !PHONE.test(digitsOf(draft.phone))) {
    errors.phone = 'Số điện thoại gồm 9-15 chữ số, có thể bắt đầu bằng +';
  }
  return errors;
}

/** What may be forgotten or mistyped, by field. It stops nobody. */
export function addressDoubts({ receiver, phone, country }: AddressDraft): AddressErrors {
  const doubts: AddressErrors = {};
  if (receiver.trim() === '') doubts.receiver = 'Chưa có tên người nhận.';
  if (phone.trim() === '') doubts.phone = 'Chưa có số điện thoại, người giao hàng sẽ không gọi được cho bạn.';
  else if (isInVietnam({ country }) && PHONE.test(digitsOf(phone)) && !VIETNAMESE_PHONE.test(digitsOf(phone))) {
    doubts.phone = 'Số này không giống số điện thoại Việt Nam. Bạn xem lại giúp nhé.';
  }
  return doubts;
}

/** Whether provinces and wards of Viet Nam are of use. */
export const isInVietnam = ({ country }: Pick<AddressDraft, 'country'>): boolean =>
  /^vi[eêệ]t ?nam$/i.test(country.normalize('NFC').trim());

/** True for the form as nobody has filled it in yet. */
export const isUntouched = (draft: AddressDraft): boolean =>
  ADDRESS_FIELDS.every((field) => draft[field] === NO_ADDRESS[field]);

/** Whether a saved address says the same as the draft. */
export const isSameAddress = (saved: SavedAddress, draft: AddressDraft): boolean =>
  ADDRESS_FIELDS.every((field) => saved[field].trim() === draft[field].trim());
