import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { actOnShelf, loadShelves } from '~/admin/shelf-calls';
import { ShelfPage } from '~/admin/shelf-page';

export const meta: MetaFunction = () => [{ title: 'Danh mục · Quản trị MAY' }, { name: 'robots', content: 'noindex' }];

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
