import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { TEXTS } from 'contract/rules';
import { useEffect } from 'react';
import { listBrands, listCategories, listProducts } from '~/api/catalog/catalog';
import { ApiError } from '~/api/http/client';
import { subscribeToNewsletter } from '~/api/newsletter';
import { HomeHero } from './home-hero';
import { isFailedLoad } from '~/routing/loading/failed-load';
import { publicPage } from '~/routing/document/public-page';
import { textOf } from '~/components/form/form-text';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { Newsletter } from './newsletter';
import type { NewsletterAnswer } from './newsletter';
import { shopNameOf } from '~/components/shop/page-title';
import { ProductGrid } from '~/features/product-list/product-grid';
import { categoryIcon } from '~/features/taxonomy/category-icon';
import { Section } from '~/components/shop/section';
import { pageHead } from '~/components/shop/seo';
import { RecentlyViewed } from '~/features/recently-viewed/recently-viewed';
import { Testimonials } from './testimonials';
import { requestOfflineCopy } from '~/lib/storage/offline-pages';
import { HomeCategories, TopRated, NewArrivals, HomeBrands, SECTION_PADDING } from './home-sections';

const PER_SECTION = 4;
const CATEGORIES = 8;
const BRANDS = 6;
export async function loader({ context }: LoaderFunctionArgs) {
  const best = (sort: string) => listProducts({ page: 1, page_size: PER_SECTION, sort }).then(({ results }) => results);
  const [bestSellers, topRated, newest, categories, brands] = await pageData(
    Promise.all([best('sold-desc'), best('rating-desc'), best('newest'), listCategories(), listBrands()]),
  );
  return {
    bestSellers,
    topRated,
    newest,
    categories: categories
      .slice(0, CATEGORIES)
      .map(({ id, title, image }) => ({ id, title, image, icon: categoryIcon(title) })),
    brands: brands.slice(0, BRANDS),
    origin: context.origin,
  };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageHead({
        shop: shopNameOf(matches),
        title: `${shopNameOf(matches)} · Thời trang Việt mặc mỗi ngày`,
        description:
          'Quần áo linen, cotton và lụa cắt may cho khí hậu Việt Nam. Áo sơ mi, đầm, quần và áo khoác từ các thương hiệu được yêu thích, đổi trả trong 7 ngày.',
        origin: data.origin,
        path: '/',
        image: '/images/share.jpg',
      })
    : [{ title: shopNameOf(matches) }];

/** Subscribes to the newsletter. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null);
  if (!form) return refusal(new ApiError(400, 'Vui lòng nhập email'), ''); // the body is no form
  const email = textOf(form, 'email').trim();
  try {
    await subscribeToNewsletter(email);
    return data<NewsletterAnswer>({ isSubscribed: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusal(error, email);
  }
}

function refusal({ status, detail, fields }: ApiError, email: string) {
  const sentence = fields.email?.join(' ') ?? detail;
  return data<NewsletterAnswer>({ isSubscribed: false, error: sentence, email }, { status: status || 503 });
}

/** Sends the form to the server. A lost connection is reported beside the field, which keeps the address. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<NewsletterAnswer> {
  const email = textOf(await request.clone().formData(), 'email');
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (!isFailedLoad(error)) throw error;
    return { isSubscribed: false, error: TEXTS.unavailable, email };
  }
}

/** Subscribing changes nothing that the page shows. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string;
  defaultShouldRevalidate: boolean;
}) => formMethod === undefined && defaultShouldRevalidate;

export default function Home() {
  const { bestSellers, topRated, newest, categories, brands } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // An installed shop starts with this page, without a network too. The worker has not seen the first page of a first visit.
  useEffect(() => requestOfflineCopy('/', []), []);
  return (
    <main id="main">
      <HomeHero />
      <HomeCategories categories={categories} />
      <Section
        title="Bán chạy"
        lead="Những món được chọn nhiều nhất"
        more={{ to: '/search?sort=sold-desc', label: 'Xem tất cả' }}
        className={SECTION_PADDING}
      >
        <ProductGrid products={bestSellers} badges={['discount', 'bestseller']} />
      </Section>
      <TopRated products={topRated} />
      <NewArrivals products={newest} />
      <HomeBrands brands={brands} />
      <RecentlyViewed />
      <Testimonials />
      <Newsletter answer={answer} />
    </main>
  );
}

export const ErrorBoundary = LoadFailure;
