import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { actOnShelf, loadShelves } from '~/admin/shelf-calls';
import { ShelfPage } from '~/admin/shelf-page';

export const meta: MetaFunction = () => [
  { title: 'Thương hiệu · Quản trị MAY' },
  { name: 'robots', content: 'noindex' },
];

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
