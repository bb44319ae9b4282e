import { failureOf, type Failure } from '~/api/http/client';
import { signOutOtherDevices, signOutDevice } from '~/api/account/devices';
import { textOf } from '~/components/form/form-text';
import { toast } from '~/components/feedback/toast';

/** Whether a form belongs to the list of devices, `DeviceList`. The page's action passes such forms to `signOutDevices`. */
export const isOfDevices = (form: FormData | undefined) => form?.get('intent') === 'sign-out-device';

/** Signs out the device that the form names, or all other devices. @returns the failure, or null */
export async function signOutDevices(form: FormData): Promise<Failure | null> {
  const id = textOf(form, 'id');
  try {
    await (id ? signOutDevice(id) : signOutOtherDevices());
    toast(id ? 'Đã đăng xuất thiết bị.' : 'Đã đăng xuất các thiết bị khác.');
    return null;
  } catch (error) {
    return failureOf(error, 'Không thể đăng xuất thiết bị. Vui lòng thử lại.');
  }
}
