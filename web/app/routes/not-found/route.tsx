import { data } from '@remix-run/node';
import { NotFound } from '~/routing/error-page';
import { privatePage } from '~/components/shop/page-title';

/** Any address that no other route knows. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta = privatePage('Không tìm thấy trang');

export default function NotFoundPage() {
  return <NotFound />;
}
