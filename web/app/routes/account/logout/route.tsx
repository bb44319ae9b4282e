import { replace } from '@remix-run/react';
import { Waiting } from '~/routing/waiting';
import { signOut } from '~/api/account/session';
import { forgetCheckout } from '~/lib/storage/forget-checkout';

/** Logs out, then goes to the sign-in page. */
export function clientLoader() {
  signOut();
  forgetCheckout();
  return replace('/login');
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default Waiting;
