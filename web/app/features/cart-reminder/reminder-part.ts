import { getCartReminder, setCartReminder } from '~/api/orders/cart-reminder';
import { failureOf } from '~/api/http/client';
import { textOf } from '~/components/form/form-text';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { ReminderConsent } from './reminder-consent';
import { consentChanged } from './sync-cart';

/** Saves the consent to reminders of a cart. From then on the cart is sent to the shop, or no longer. */
export async function changeReminder(form: FormData): Promise<ProfileAnswer> {
  try {
    const reminder = await setCartReminder(textOf(form, 'is_on') === 'true');
    consentChanged();
    return { isDone: true, reminder };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** @returns the consent of the account with the part that shows it; nothing where there is none to give or to take back */
export async function loadReminder(signal: AbortSignal) {
  const reminder = await getCartReminder(signal);
  return reminder.is_offered || reminder.is_on ? { reminder, ReminderConsent } : {};
}
