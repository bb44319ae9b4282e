import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  data,
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { Category } from 'contract/catalog/catalog';
import { TEXTS } from 'contract/rules';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { scrollBehavior } from '~/lib/scroll-behavior';
import { listBrands, listCategories, getProduct, listRelated } from '~/api/catalog/catalog';
import { publicPage } from '~/routing/document/public-page';
import { BuyBox } from './buy-box';
import { useOfflineCopy } from './use-offline-copy';
import { Gallery } from './gallery';
import { loadChunk } from '~/lib/chunk';
import { rememberViewed } from '~/lib/storage/viewed-products';
import { RecentlyViewed } from '~/features/recently-viewed/recently-viewed';
import { lazyPart } from './lazy-part';
import { choiceIn, useChoice } from './use-choice';
import { ProductDetails } from './product-details';
import { textsOf } from './product-texts';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { shopNameOf } from '~/components/shop/page-title';
import { pictureFor } from '~/features/products/color-pictures';
import { ProductGrid } from '~/features/product-list/product-grid';
import { Section } from '~/components/shop/section';
import type { ReviewAnswer } from '~/features/reviews/send-review';
import { JsonLd, pageHead, productData } from '~/components/shop/seo';
import { Breadcrumb, type Crumb } from '~/components/display/breadcrumb';
import { Tabs } from '~/components/display/tabs';
import { useHydrated } from '~/lib/use-hydrated';

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,9}$/.test(params.id ?? '')) throw data(TEXTS.productNotFound, { status: 404 });
  const id = Number(params.id);
  const [product, related, brands, categories] = await pageData(
    Promise.all([getProduct(id), listRelated(id), listBrands(), listCategories()]),
  );
  const brand = brands.find((each) => each.id === product.brand);
  const category = categories.find((each) => each.id === product.category);
  const { origin } = context;
  // Made here, so that browsers do not load the code for it.
  const structured = productData(product, { brandName: brand?.title, category, origin });
  const { description: _, ...shown } = product;
  return { product: shown, texts: textsOf(product), related, brand, category, origin, structured };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches, location }) => {
  const shop = shopNameOf(matches);
  const isGone = !isRouteErrorResponse(error) || error.status === 404;
  if (!data)
    return [{ title: isGone ? `Không tìm thấy sản phẩm · ${shop}` : shop }, { name: 'robots', content: 'noindex' }];
  const { product, texts, brand, origin } = data;
  return pageHead({
    shop,
    title: `${product.name}${brand ? ` · ${brand.title}` : ''} · ${shop}`,
    description: texts.summary || product.name,
    origin,
    path: `/products/${product.id}`,
    // A shared link shows the colour that it names; search engines know the product by one address.
    image: pictureFor(product, choiceIn(location.search, product).color),
    type: 'product',
  });
};

/** Sends a review; the page then reloads with it. */
export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  // The page that shows them has loaded them.
  const { sendForm } = await loadChunk(() => import('~/features/reviews/review-fields'));
  return sendForm(Number(params.id), await request.formData());
}

/** A refused review changes nothing, and neither does a choice in the address, so nothing is reloaded. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  if ((args.actionResult as ReviewAnswer | undefined)?.isSent === false) return false;
  const isOfChoice =
    formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isOfChoice && defaultShouldRevalidate;
}

export default function ProductPage() {
  const loaded = useLoaderData<typeof loader>();
  // The key resets choices, picture and tab for another product.
  return <ProductView key={loaded.product.id} {...loaded} />;
}

function ProductView({ product, texts, related, brand, category, structured }: Awaited<ReturnType<typeof loader>>) {
  const { hash, ...location } = useLocation();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<string>();
  // After signing in to write a review, the shopper returns to `#reviews`, which the server never receives.
  const tab = chosen ?? (isHydrated && hash === '#reviews' ? 'reviews' : 'description');
  const details = useRef<HTMLDivElement>(null);
  useOfflineCopy(product.id);
  useEffect(() => rememberViewed(product.id), [product.id]);
  const [choice, choose] = useChoice(product);
  // The pressed button shows first: on a phone the gallery is out of sight then.
  const shownColor = useDeferredValue(choice.color);
  return (
    <main id="main" className="page pt-4 lg:pt-6">
      <JsonLd data={structured} />
      <Breadcrumb crumbs={crumbsOf(product, category)} />
      <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-[7fr_5fr] lg:gap-12">
        <Gallery product={product} color={shownColor} first={pictureOf(location)} />
        <BuyBox
          product={product}
          lead={texts.lead}
          choice={choice}
          onChoose={choose}
          brandName={brand?.title}
          onShowReviews={() => {
            setChosen('reviews');
            details.current?.scrollIntoView({ behavior: scrollBehavior() });
            details.current?.querySelector<HTMLElement>('[data-tab="reviews"]')?.focus({ preventScroll: true });
          }}
        />
      </div>
      <div ref={details} id="reviews" className="mt-12 scroll-mt-20">
        <Tabs
          label="Thông tin sản phẩm"
          active={tab}
          onChange={setChosen}
          tabs={[
            { id: 'description', label: 'Mô tả', content: <ProductDetails {...texts} /> },
            {
              id: 'reviews',
              label: `Đánh giá (${product.numReviews})`,
              content: <Reviews isWanted={tab === 'reviews'} product={product} />,
            },
            { id: 'faq', label: 'Hỏi đáp', content: <Faq isWanted={tab === 'faq'} /> },
          ]}
        />
      </div>
      {related.length > 0 && (
        <Section title="Có thể bạn cũng thích" className="-mx-[clamp(1rem,3vw,2rem)] pt-12">
          <ProductGrid products={related} badges={['discount', 'new']} />
        </Section>
      )}
      <RecentlyViewed except={product.id} className="-mx-[clamp(1rem,3vw,2rem)] pt-12" />
    </main>
  );
}

const crumbsOf = ({ name }: { name: string }, category: Category | undefined): Crumb[] => [
  { label: 'Trang chủ', to: '/' },
  ...(category ? [{ label: category.title, to: `/search?category=${category.id}` }] : []),
  { label: name },
];

/* Tabs that are rarely opened: their scripts come with the first look at them. */
const Reviews = lazyPart(() => import('~/features/reviews/reviews').then((module) => module.Reviews));
const Faq = lazyPart(() => import('./faq').then((module) => module.Faq));

/** The picture that the search result showed, passed in the state of the history entry. */
const pictureOf = ({ state }: { state: unknown }): string | undefined =>
  (state as { picture?: string } | null)?.picture;

export const ErrorBoundary = LoadFailure;
