import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { actOnShelf, loadShelves } from '~/features/taxonomy/taxonomy-actions';
import { ShelfPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

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
