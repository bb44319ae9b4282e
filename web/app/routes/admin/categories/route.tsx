import { useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { runTaxonomyAction, loadTaxonomy } from '~/features/taxonomy/taxonomy-actions';
import { TaxonomyPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage('Danh mục');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadTaxonomy(request, 'category');
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: ClientActionFunctionArgs) {
  return runTaxonomyAction(request, 'category');
}

export const HydrateFallback = () => <TaxonomyPage path="category" list={undefined} />;

export default function Categories() {
  return <TaxonomyPage path="category" list={useLoaderData<typeof clientLoader>()} />;
}
