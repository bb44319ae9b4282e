import type { CartReminder } from 'contract/orders/cart-reminders';
import type { Failure } from '~/api/http/client';

/** The result of a form of the profile page. */
export interface ProfileAnswer {
  isDone?: true;
  /** Its field errors use the names of the form's fields. */
  failure?: Failure;
  /** After a change of the consent to reminders. */
  reminder?: CartReminder;
}
