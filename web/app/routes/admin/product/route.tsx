import { useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { getAdminProduct } from '~/api/admin/products';
import { listBrands, listCategories, listColors, listSizes } from '~/api/catalog/catalog';
import { AdminPage } from '~/components/admin/list/list-page';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { adminPage } from '~/components/shop/page-title';
import { BackToList } from './back-to-list';
import { ProductForm, type ProductFormProps } from './product-form';

export const meta = adminPage('Sản phẩm');

export const clientLoader = adminLoader(async ({ request, params }) => {
  const id = params.id === 'new' ? null : Number(params.id);
  return loadPage(
    request,
    async (signal): Promise<ProductFormProps> => {
      const [product, brands, categories, colors, sizes] = await Promise.all([
        id === null ? null : getAdminProduct(id, signal),
        listBrands(signal),
        listCategories(signal),
        listColors(signal),
        listSizes(signal),
      ]);
      return { product, brands, categories, colors, sizes };
    },
    'Không thể tải sản phẩm.',
  );
});

/** Not after the action that adds a brand or a colour: a failure to load again would take the form's input away. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !formAction && defaultShouldRevalidate;

export function HydrateFallback() {
  return (
    <AdminPage title="Sản phẩm">
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-48 w-full" />
    </AdminPage>
  );
}

export default function AdminProductPage() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  if (!data) {
    return (
      <AdminPage title="Sản phẩm" actions={<BackToList />}>
        <RetryAlert>{error}</RetryAlert>
      </AdminPage>
    );
  }
  return <ProductForm key={data.product?.id ?? 'new'} {...data} />;
}
