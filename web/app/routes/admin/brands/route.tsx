import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { runTaxonomyAction, loadTaxonomy } from '~/features/taxonomy/taxonomy-actions';
import { TaxonomyPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage('Thương hiệu');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadTaxonomy(request, 'brands');
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: ClientActionFunctionArgs) {
  return runTaxonomyAction(request, 'brands');
}

export const HydrateFallback = () => <TaxonomyPage path="brands" list={undefined} />;

export default function Brands() {
  return <TaxonomyPage path="brands" list={useLoaderData<typeof clientLoader>()} />;
}
