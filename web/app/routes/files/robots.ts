import type { LoaderFunctionArgs } from '@remix-run/node';
import { PAGE_CACHE_HEADER } from '~/routing/document/public-page';

/** Personal pages and API calls, which search engines must not index. */
const CLOSED = [
  ...['/api/', '/auth/', '/admin', '/login', '/register', '/cart', '/shipping', '/payment', '/placeorder'],
  ...['/confirmation', '/orders/', '/profile', '/favorites', '/paybox', '/user/'],
];

/** `/robots.txt` */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${context.origin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', [PAGE_CACHE_HEADER]: 'public' },
  });
}
