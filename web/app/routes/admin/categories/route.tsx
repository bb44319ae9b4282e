import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { actOnShelf, loadShelves } from '~/features/taxonomy/taxonomy-actions';
import { ShelfPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage('Danh mục');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadShelves(request, 'category');
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: ClientActionFunctionArgs) {
  return actOnShelf(request, 'category');
}

export const HydrateFallback = () => <ShelfPage path="category" list={undefined} />;

export default function Categories() {
  return <ShelfPage path="category" list={useLoaderData<typeof clientLoader>()} />;
}
