import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { actOnShelf, loadShelves } from '~/admin/shelf-calls';
import { ShelfPage } from '~/admin/shelf-page';
import { adminPage } from '~/shop/page-title';

export const meta = adminPage('Thương hiệu');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadShelves(request, 'brands');
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: ClientActionFunctionArgs) {
  return actOnShelf(request, 'brands');
}

export const HydrateFallback = () => <ShelfPage path="brands" list={undefined} />;

export default function Brands() {
  return <ShelfPage path="brands" list={useLoaderData<typeof clientLoader>()} />;
}
