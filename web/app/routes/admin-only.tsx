import { Outlet, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { requireAdmin } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';

/** Around every page of the back office. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  return null;
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = () => false;

export const HydrateFallback = Waiting;

export default function AdminOnly() {
  return <Outlet />;
}
