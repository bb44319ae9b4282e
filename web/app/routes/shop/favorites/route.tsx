import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { FavoritesList } from '~/features/favorites-list/favorites-list';
import { privatePage } from '~/components/shop/page-title';
import { Breadcrumb } from '~/components/display/breadcrumb';

export const meta = privatePage('Sản phẩm yêu thích');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireShopper(request);
  return null;
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default function FavoritesPage() {
  return (
    <main id="main" className="page min-h-[60dvh] pt-4 lg:pt-6">
      <Breadcrumb crumbs={[{ label: 'Trang chủ', to: '/' }, { label: 'Yêu thích' }]} />
      <h1 className="mt-3 mb-2 text-2xl lg:text-3xl">Sản phẩm yêu thích</h1>
      <FavoritesList />
    </main>
  );
}
