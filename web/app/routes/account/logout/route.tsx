import { replace } from '@remix-run/react';
import { Waiting } from '~/routing/waiting';
import { signOut } from '~/api/account/session';

/** Logs out, then goes to the sign-in page. */
export function clientLoader() {
  signOut();
  return replace('/login');
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default Waiting;
