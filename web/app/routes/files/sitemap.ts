import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ListProduct } from 'contract/catalog/catalog';
import { MAX_PAGE_SIZE } from 'contract/rules';
import { getBrands, getCategories, getProducts } from '~/api/catalog/catalog';
import { PAGE_CACHE_HEADER } from '~/routing/public-page';
import { pageData } from '~/components/shop/load-failure';

/** Maximum number of URLs in a sitemap (sitemaps.org). */
const MAX_URLS = 50_000;
/** Concurrent requests for pages of the catalogue. */
const AT_ONCE = 4;

/** `/sitemap.xml`: every public page by its path, products with their pictures, the newest products first. */
export async function loader({ context: { origin }, request }: LoaderFunctionArgs) {
  const [products, categories, brands] = await pageData(
    Promise.all([allProducts(request.signal), getCategories(request.signal), getBrands(request.signal)]),
  );
  const entries = [
    entry(`${origin}/`),
    entry(`${origin}/search`),
    entry(`${origin}/terms`),
    entry(`${origin}/privacy`),
    ...categories.map(({ id }) => entry(`${origin}/search?category=${id}`)),
    ...brands.map(({ id }) => entry(`${origin}/search?brand=${id}`)),
    ...products.map(({ id, image, hover_image }) =>
      entry(`${origin}/products/${id}`, pictures(origin, image, hover_image)),
    ),
  ].slice(0, MAX_URLS);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', [PAGE_CACHE_HEADER]: 'public' },
  });
}

async function allProducts(signal: AbortSignal): Promise<ListProduct[]> {
  const page = (number: number) => getProducts({ page: number, page_size: MAX_PAGE_SIZE, sort: 'newest' }, signal);
  const { count, results } = await page(1);
  const last = Math.ceil(Math.min(count, MAX_URLS) / MAX_PAGE_SIZE);
  for (let next = 2; next <= last; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - next + 1) }, (_, i) => next + i);
    for (const { results: more } of await Promise.all(numbers.map(page))) results.push(...more);
  }
  return results;
}

const pictures = (origin: string, ...images: (string | null)[]) => {
  return images.filter((image) => image !== null).map((image) => new URL(image, origin).href);
};

function entry(address: string, images: string[] = []): string {
  const inner = images.map((image) => `<image:image><image:loc>${escapeXml(image)}</image:loc></image:image>`).join('');
  return `<url><loc>${escapeXml(address)}</loc>${inner}</url>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
