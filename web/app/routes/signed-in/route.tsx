import {
  Outlet,
  useFetchers,
  useLocation,
  useNavigate,
  useNavigation,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';
import { requireUser, announceSessionEnd } from '~/routing/guards';
import { loginPath } from '~/routing/local-path';
import { useOtherUser } from '~/routing/use-other-user';
import { Waiting } from '~/routing/waiting';
import { useUser } from '~/api/account/session';

/** The layout of pages that require a signed-in user. The server renders a placeholder: it does not know the user. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireUser(request);
  return null;
}
clientLoader.hydrate = true as const;

/** Each page checks the session itself, so navigation need not wait for this layout. */
export const shouldRevalidate = () => false;

export const HydrateFallback = Waiting;

export default function SignedIn() {
  const isSignedIn = useUser() !== null;
  const isOther = useOtherUser();
  const { pathname, search } = useLocation();
  // A form that ends the session, such as the one that closes the account, says itself where to go.
  const isSubmitting = useFetchers().some(({ state }) => state !== 'idle');
  const isStaying = useNavigation().state === 'idle' && !isSubmitting;
  const navigate = useNavigate();
  // The session may end while the page is open: in another tab, or when its tokens cannot be renewed.
  useEffect(() => {
    if (isSignedIn || !isStaying) return;
    announceSessionEnd();
    navigate(loginPath(pathname + search), { replace: true });
  }, [isSignedIn, isStaying, pathname, search, navigate]);
  return isSignedIn && !isOther ? <Outlet /> : <Waiting />;
}
