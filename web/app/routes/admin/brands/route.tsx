import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { runTaxonomyAction, taxonomyLoader } from '~/features/taxonomy/taxonomy-actions';
import { TaxonomyPage } from '~/features/taxonomy/taxonomy-page';
import { adminPage } from '~/components/shop/page-title';

export const meta = adminPage('Thương hiệu');

export const clientLoader = taxonomyLoader('brands');

export function clientAction({ request }: ClientActionFunctionArgs) {
  return runTaxonomyAction(request, 'brands');
}

export const HydrateFallback = () => <TaxonomyPage path="brands" list={undefined} />;

export default function Brands() {
  return <TaxonomyPage path="brands" list={useLoaderData<typeof clientLoader>()} />;
}
