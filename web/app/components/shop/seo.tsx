import type { MetaDescriptor } from '@remix-run/node';
import type { Category, Product } from 'contract/catalog/catalog';
import { SHORT_DESCRIPTION } from 'contract/rules';

interface PageHead {
  /** The shop's name. */
  shop: string;
  title: string;
  description: string;
  /** The shop's public origin, and the path of this page: `/products/5`. */
  origin: string;
  path: string;
  image?: string | null;
  type?: 'website' | 'product';
  /** Excludes the page from search engines: an empty result, or one of many combinations of filters. */
  isHidden?: boolean;
}

/** Title, description, canonical address and Open Graph of a public page. */
export function pageHead(page: PageHead): MetaDescriptor[] {
  const { shop, title, description, origin, path, image, type = 'website', isHidden = false } = page;
  const url = origin + path;
  const head: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: shop },
    { property: 'og:locale', content: 'vi_VN' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
  ];
  if (image) {
    head.push(
      { property: 'og:image', content: origin + image },
      { name: 'twitter:card', content: 'summary_large_image' },
    );
  }
  if (isHidden) head.push({ name: 'robots', content: 'noindex, follow' });
  return head;
}

/** Cuts a text at a word boundary and adds an ellipsis. */
export function shorten(text: string, length: number = SHORT_DESCRIPTION): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > length / 2 ? end : undefined).replace(/[\s,.;:]+$/, '')}…`;
}

/**
 * Structured data for search engines (schema.org as JSON-LD). Characters that could end the script element are written as
 * JSON escapes. The Content-Security-Policy does not apply, because data is not a script.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** A product in schema.org terms: its offer, its rating if it has reviews, and its breadcrumb. */
export function productData(
  product: Product,
  { brandName, category, origin }: { brandName?: string; category?: Category; origin: string },
) {
  const url = `${origin}/products/${product.id}`;
  const availability = product.total_stock > 0 ? 'InStock' : 'OutOfStock';
  const steps = [
    { name: 'Trang chủ', item: `${origin}/` },
    category && { name: category.title, item: `${origin}/search?category=${category.id}` },
    { name: product.name, item: url },
  ].filter((step) => step !== undefined);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        '@id': `${url}#product`,
        name: product.name,
        description: shorten(product.description),
        image: product.images.map((image) => origin + image),
        sku: String(product.id),
        category: category?.title,
        brand: brandName && { '@type': 'Brand', name: brandName },
        color: product.available_colors.map(({ name }) => name).join(', ') || undefined,
        // The lowest price, as shown before a variant is chosen.
        offers: {
          '@type': 'Offer',
          price: product.min_price,
          priceCurrency: 'VND',
          availability: `https://schema.org/${availability}`,
          url,
        },
        aggregateRating:
          product.numReviews > 0
            ? { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.numReviews }
            : undefined,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
      },
    ],
  };
}
