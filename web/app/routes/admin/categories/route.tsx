import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { runTaxonomyAction, taxonomyLoader } from '~/features/taxonomy/taxonomy-actions';
import { TaxonomyPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage('Danh mục');

export const clientLoader = taxonomyLoader('category');

export function clientAction({ request }: ClientActionFunctionArgs) {
  return runTaxonomyAction(request, 'category');
}

export const HydrateFallback = () => <TaxonomyPage path="category" list={undefined} />;

export default function Categories() {
  return <TaxonomyPage path="category" list={useLoaderData<typeof clientLoader>()} />;
}
