import { data, type MetaFunction } from '@remix-run/node';
import { NotFound } from '~/routing/error-page';

/** Any address that no other route knows. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta: MetaFunction = () => [
  { title: 'Không tìm thấy trang · MAY' },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return <NotFound />;
}
