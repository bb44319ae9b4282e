import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useNavigation } from '@remix-run/react';
import type { Color } from 'contract/catalog/catalog';
import { PAGE_SIZE, formatNumber, isShadeOf } from 'contract/rules';
import { SlidersHorizontal } from 'lucide-react';
import { useMemo, type MouseEvent } from 'react';
import { getBrands, getCategories, getColors, getProducts, getSizes } from '~/api/catalog/catalog';
import { publicPage } from '~/routing/public-page';
import { productOf, reportClick } from '~/features/search-events/search-events';
import { useSearchReport } from '~/features/search-events/use-search-report';
import { KeywordChips } from './keyword-chips';
import { FilterChips, activeFilters } from './filter-chips';
import { FilterSheet } from './filter-sheet';
import { Filters } from './filters';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { shopNameOf } from '~/components/shop/page-title';
import { ProductGrid } from '~/features/products/product-grid';
import { NothingFound, Offers } from './nothing-found';
import { readSearch, searchHref, toApiQuery } from './search-query';
import { pageHead } from '~/components/shop/seo';
import { SortSelect } from './sort-select';
import { Breadcrumb } from '~/components/display/breadcrumb';
import { buttonStyle } from '~/components/form/button';
import { Pager } from '~/components/display/pager';

/** How many popular products an empty result offers. */
const POPULAR = 6;
/** The width of a card: two columns, from 768 px three, from 992 px beside the filters. */
const RESULT_SIZES =
  '(min-width: 1320px) 307px, (min-width: 1200px) calc(33.3vw - 133px), (min-width: 992px) calc(31.3vw - 107px), ' +
  '(min-width: 768px) calc(31.3vw - 16px), (min-width: 576px) calc(47vw - 12px), calc(50vw - 22px)';
const DEFAULT_TITLE = 'Tất cả sản phẩm';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(new URL(request.url).searchParams);
  const [page, categories, brands, colors, sizes] = await pageData(
    Promise.all([getProducts(toApiQuery(search)), getCategories(), getBrands(), getColors(), getSizes()]),
  );
  const best = page.count === 0 ? (await pageData(getProducts({ page: 1, page_size: POPULAR }))).results : [];
  const popular = best.filter(({ id }) => !page.nearest?.some((near) => near.id === id));
  return { search, page, popular, choices: { categories, brands, colors, sizes }, origin: context.origin };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const shop = shopNameOf(matches);
  if (!data) return [{ title: DEFAULT_TITLE }];
  const { search, page, choices, origin } = data;
  const category = choices.categories.find(({ id }) => id === search.category);
  const title = search.keyword ? titleFor(search.keyword) : (category?.title ?? DEFAULT_TITLE);
  return pageHead({
    shop,
    title: `${title}${search.page > 1 ? ` · Trang ${search.page}` : ''} · ${shop}`,
    description: `${title}: ${formatNumber(page.count)} sản phẩm tại ${shop}, giao hàng toàn quốc, đổi trả trong 7 ngày.`,
    origin,
    path: searchHref(search, { page: search.page }),
    isHidden: search.keyword !== '' || page.results.length === 0,
  });
};

const titleFor = (keyword: string) => (keyword ? `Kết quả tìm kiếm cho "${keyword}"` : DEFAULT_TITLE);

export default function SearchPage() {
  const { search, page, popular, choices } = useLoaderData<typeof loader>();
  const { location: next } = useNavigation();
  const isBusy = next?.pathname === '/search';
  // The filters show the clicked choice immediately; the result follows.
  const shownSearch = isBusy ? readSearch(new URLSearchParams(next.search)) : search;
  const filters = activeFilters(search, shownSearch, choices);
  const from = (page.page - 1) * page.page_size + 1;
  const hasResults = page.results.length > 0;
  const nearest = hasResults ? [] : (page.nearest ?? []);
  // The same function for the same result, so that a touch of the filters does not render the cards again.
  const isWanted = useMemo(() => {
    const inWords = (page.understood ?? []).flatMap(({ kind, label }) => (kind === 'color' ? label : []));
    return ({ id, name }: Color) => search.color.includes(id) || inWords.some((named) => isShadeOf(name, named));
  }, [search, page]);
  useSearchReport(filters.length === 0 && page.page === 1 ? search.keyword : '', page.count > 0);
  function noteClick({ target }: MouseEvent) {
    const product = search.keyword && hasResults ? productOf(target) : null;
    if (product) reportClick(search.keyword, product);
  }
  const filterLabel = (
    <>
      <SlidersHorizontal aria-hidden="true" className="size-4" />
      Bộ lọc{filters.length > 0 && ` (${filters.length})`}
    </>
  );

  return (
    <main id="main" className="page pt-4 lg:pt-6">
      <Breadcrumb crumbs={[{ label: 'Trang chủ', to: '/' }, { label: 'Tìm kiếm' }]} />
      <h1 className="mt-3 mb-6 text-2xl break-words lg:text-3xl">{titleFor(search.keyword)}</h1>
      <div className="grid gap-8 lg:grid-cols-[15rem_1fr] xl:gap-12">
        <aside id="filters" aria-label="Bộ lọc" className="hidden lg:block noscript:block noscript:max-lg:order-last">
          <Filters search={shownSearch} choices={choices} facets={page.facets} />
        </aside>
        <section aria-label="Sản phẩm" aria-busy={isBusy} className="relative grid content-start gap-5">
          <h2 className="sr-only" data-results>
            Sản phẩm, trang {page.page}
          </h2>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <FilterSheet label={filterLabel} result={isBusy ? 'Đang lọc…' : `Xem ${formatNumber(page.count)} sản phẩm`}>
              <Filters search={shownSearch} choices={choices} facets={page.facets} />
            </FilterSheet>
            <a
              href="#filters"
              className={`${buttonStyle({ variant: 'outline' })} hidden! noscript:max-lg:inline-flex!`}
            >
              {filterLabel}
            </a>
            <p role="status" lang="en" className="tabular text-sm text-muted max-lg:order-last max-lg:w-full">
              {hasResults && `Showing ${from}-${from + page.results.length - 1} of ${page.count} products`}
            </p>
            <SortSelect search={shownSearch} />
          </div>
          <KeywordChips search={search} understood={page.understood ?? []} correction={page.correction ?? null} />
          <FilterChips search={shownSearch} filters={filters} />
          <div onClick={noteClick} className={`transition-opacity ${isBusy ? 'opacity-50' : ''}`}>
            {hasResults ? (
              <ProductGrid
                products={page.results}
                priorityCount={3}
                isWanted={isWanted}
                columns="two-columns md:grid-cols-3"
                sizes={RESULT_SIZES}
              />
            ) : (
              <NothingFound search={search} isPastEnd={page.count > 0} isFiltered={filters.length > 0} />
            )}
            <Offers
              id="nearest"
              heading="Gần với điều bạn tìm"
              products={nearest}
              isWanted={isWanted}
              sizes={RESULT_SIZES}
            />
            <Offers
              id="popular"
              heading="Được mua nhiều nhất"
              products={popular}
              isWanted={isWanted}
              sizes={RESULT_SIZES}
            />
          </div>
          <div className="pt-4">
            <Pager
              page={page.page}
              pageCount={Math.ceil(page.count / PAGE_SIZE)}
              href={(number) => searchHref(search, { page: number })}
            />
          </div>
        </section>
      </div>
    </main>
  );
}

export const ErrorBoundary = LoadFailure;
