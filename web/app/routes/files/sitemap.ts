import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { Facets, ListProduct } from 'contract/catalog/catalog';
import { MAX_PAGE_SIZE } from 'contract/rules';
import { listProducts } from '~/api/catalog/catalog';
import { PAGE_CACHE_HEADER } from '~/routing/document/public-page';
import { pageData } from '~/components/shop/load-failure';

/** Pages of the product list in one file: 5,000 products, whose pictures make some 1.5 MB. */
const PAGES = 50;
/** Concurrent requests for pages of the product list. */
const AT_ONCE = 4;

/**
 * `/sitemap.xml`: every public page by its path, products with their pictures, the newest products first. A shop that has more than
 * one file holds gets an index of files, `?part=1` and on (sitemaps.org), so that no request reads a whole large catalogue.
 */
export async function loader({ context: { origin }, request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const [, given] = /^\?part=([1-9]\d{0,4})$/.exec(search) ?? [];
  // Any other address would be one more page to make and to cache.
  if (search !== '' && given === undefined) return redirect('/sitemap.xml', 301);
  const part = Number(given ?? 1);
  const { count, results, facets } = await pageData(listPage((part - 1) * PAGES + 1, request.signal));
  const parts = Math.max(1, Math.ceil(count / (PAGES * MAX_PAGE_SIZE)));
  if (part > parts) return new Response('Không tìm thấy trang', { status: 404 });
  if (given === undefined && parts > 1) {
    const files = Array.from({ length: parts }, (_, i) => element('sitemap', `${origin}/sitemap.xml?part=${i + 1}`));
    return xml('sitemapindex', files);
  }
  const last = Math.min(part * PAGES, Math.ceil(count / MAX_PAGE_SIZE));
  const products = [...results, ...(await pageData(listPages((part - 1) * PAGES + 2, last, request.signal)))];
  const others = part === 1 ? otherPages(origin, facets) : [];
  return xml('urlset', [
    ...others.map((address) => element('url', address)),
    ...products.map(({ id, image, hover_image }) =>
      element('url', `${origin}/products/${id}`, pictures(origin, image, hover_image)),
    ),
  ]);
}

/** The fixed pages, and the categories and brands that have products to show. */
function otherPages(origin: string, { category, brand }: Facets): string[] {
  return [
    ...['/', '/search', '/terms', '/privacy'].map((path) => origin + path),
    ...shownIds(category).map((id) => `${origin}/search?category=${id}`),
    ...shownIds(brand).map((id) => `${origin}/search?brand=${id}`),
  ];
}

const shownIds = (counts: Record<string, number>) => Object.keys(counts).filter((id) => counts[id]! > 0);

const listPage = (page: number, signal: AbortSignal) =>
  listProducts({ page, page_size: MAX_PAGE_SIZE, sort: 'newest' }, signal);

async function listPages(first: number, last: number, signal: AbortSignal): Promise<ListProduct[]> {
  const products: ListProduct[] = [];
  for (let next = first; next <= last; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - next + 1) }, (_, i) => next + i);
    for (const { results } of await Promise.all(numbers.map((page) => listPage(page, signal))))
      products.push(...results);
  }
  return products;
}

function xml(root: 'urlset' | 'sitemapindex', elements: string[]): Response {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">`,
    ...elements,
    `</${root}>\n`,
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', [PAGE_CACHE_HEADER]: 'public' },
  });
}

const pictures = (origin: string, ...images: (string | null)[]) => {
  return images.filter((image) => image !== null).map((image) => new URL(image, origin).href);
};

function element(name: 'url' | 'sitemap', address: string, images: string[] = []): string {
  const inner = images.map((image) => `<image:image><image:loc>${escapeXml(image)}</image:loc></image:image>`).join('');
  return `<${name}><loc>${escapeXml(address)}</loc>${inner}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
