import { createAddress, deleteAddress, updateAddress } from '~/api/account/addresses';
import { failureOf } from '~/api/http/client';
import { toast } from '~/components/feedback/toast';
import { textOf } from '~/components/form/form-text';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { draftFrom } from './address-draft';

/** Saves or removes the address that the form names, or makes it the default. */
export async function runAddressAction(form: FormData): Promise<ProfileAnswer> {
  const id = Number(textOf(form, 'id'));
  const intent = textOf(form, 'intent');
  const draft = draftFrom(JSON.parse(textOf(form, 'address')) as unknown);
  const body = { ...draft, isDefault: intent === 'default-address' || form.has('isDefault') };
  try {
    if (intent === 'remove-address') await deleteAddress(id);
    else await (id ? updateAddress(id, body) : createAddress(body));
    toast(intent === 'remove-address' ? 'Đã xóa địa chỉ.' : 'Đã lưu địa chỉ.');
    return { isDone: true };
  } catch (error) {
    const otherwise = intent === 'remove-address' ? 'Không xóa được địa chỉ.' : 'Không lưu được địa chỉ.';
    return { failure: failureOf(error, `${otherwise} Vui lòng thử lại.`) };
  }
}
