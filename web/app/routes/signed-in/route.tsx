import { Outlet, useLocation, useNavigate, useNavigation, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { requireUser } from '~/routing/guards';
import { loginPath } from '~/routing/local-path';
import { Waiting } from '~/routing/waiting';
import { useUser } from '~/features/session/session';

/** Around every page that needs somebody signed in. The server sends the waiting mark: it can't know who is asking. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireUser(request);
  return null;
}
clientLoader.hydrate = true as const;

/** Each page asks again when it loads; going from one to the next must not wait for this too. */
export const shouldRevalidate = () => false;

export const HydrateFallback = Waiting;

export default function SignedIn() {
  const isSignedIn = useUser() !== null;
  const { pathname, search } = useLocation();
  const isStaying = useNavigation().state === 'idle';
  const navigate = useNavigate();
  // The session may end while the page is open: in another tab, or because its tokens are no longer renewed.
  useEffect(() => {
    if (!isSignedIn && isStaying) navigate(loginPath(pathname + search), { replace: true });
  }, [isSignedIn, isStaying, pathname, search, navigate]);
  return isSignedIn ? <Outlet /> : <Waiting />;
}
