import { failureOf, type Failure } from '~/api/http/client';
import { revokeOtherSessions, revokeSession } from '~/api/account/sessions';
import { textOf } from '~/components/form/form-text';
import { toast } from '~/components/feedback/toast';

/** Whether a form belongs to the list of devices, `SignIns`. The page's action passes such forms to `endSignIns`. */
export const isOfSignIns = (form: FormData | undefined) => form?.get('intent') === 'sign-out-device';

/** Signs out the device that the form names, or all other devices. @returns the failure, or null */
export async function endSignIns(form: FormData): Promise<Failure | null> {
  const id = textOf(form, 'id');
  try {
    await (id ? revokeSession(id) : revokeOtherSessions());
    toast(id ? 'Đã đăng xuất thiết bị.' : 'Đã đăng xuất các thiết bị khác.');
    return null;
  } catch (error) {
    return failureOf(error, 'Không thể đăng xuất thiết bị. Vui lòng thử lại.');
  }
}
