import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useNavigation } from '@remix-run/react';
import type { Color, ProductPage } from 'contract/catalog/catalog';
import { PAGE_SIZE, formatNumber, isShadeOf, wantedColors } from 'contract/rules';
import { SlidersHorizontal } from 'lucide-react';
import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { listBrands, listCategories, listColors, listProducts, listSizes } from '~/api/catalog/catalog';
import { publicPage } from '~/routing/document/public-page';
import { productOf, reportClick } from '~/features/search-events/search-events';
import { useSearchReport } from '~/features/search-events/use-search-report';
import { KeywordChips } from './keyword-chips';
import { FilterChips, activeFilters } from './filter-chips';
import { FilterSheet } from './filter-sheet';
import { Filters } from './filters';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { shopNameOf } from '~/components/shop/page-title';
import { ProductGrid } from '~/features/product-list/product-grid';
import { NOTHING_FOUND, NothingFound, Offers } from './nothing-found';
import { readSearch, searchHref, toApiQuery, withoutFilters, type SearchQuery } from './search-query';
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
    Promise.all([listProducts(toApiQuery(search)), listCategories(), listBrands(), listColors(), listSizes()]),
  );
  const best = page.count === 0 ? (await pageData(listProducts({ page: 1, page_size: POPULAR }))).results : [];
  const popular = best.filter(({ id }) => !page.nearest?.some((near) => near.id === id));
  return { search, page, popular, choices: { categories, brands, colors, sizes }, origin: context.origin };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const shop = shopNameOf(matches);
  if (!data) return [{ title: DEFAULT_TITLE }];
  const { search, page, choices, origin } = data;
  const category = choices.categories.find(({ id }) => id === search.category);
  const brand = choices.brands.find(({ id }) => id === search.brand);
  const title = search.keyword
    ? titleFor(search.keyword)
    : [category?.title, brand?.title].filter(Boolean).join(' · ') || DEFAULT_TITLE;
  return pageHead({
    shop,
    title: `${title}${search.page > 1 ? ` · Trang ${search.page}` : ''} · ${shop}`,
    description: `${title}: ${formatNumber(page.count)} sản phẩm tại ${shop}, giao hàng toàn quốc, đổi trả trong 7 ngày.`,
    origin,
    // Another order has the same products.
    path: searchHref(search, { sort: '', page: search.page }),
    isHidden: !isListed(search) || page.results.length === 0,
  });
};

/** Whether search engines list a result: that of one category, of one brand, or of neither. Other filters make too many of them. */
function isListed(search: SearchQuery): boolean {
  const { category, brand } = search;
  const listed = searchHref(withoutFilters(search), { keyword: '', category, brand });
  return !(category && brand) && searchHref(search) === listed;
}

const titleFor = (keyword: string) => (keyword ? `Kết quả tìm kiếm cho "${keyword}"` : DEFAULT_TITLE);

export default function SearchPage() {
  const { search, page, choices } = useLoaderData<typeof loader>();
  const { location: next } = useNavigation();
  const isBusy = next?.pathname === '/search';
  // The filters show the clicked choice immediately; the result follows.
  const shownSearch = isBusy ? readSearch(new URLSearchParams(next.search)) : search;
  const filters = activeFilters(search, shownSearch, choices);
  useSearchReport(filters.length === 0 && page.page === 1 ? search.keyword : '', page.count > 0);
  const form = <Filters search={shownSearch} choices={choices} facets={page.facets} />;

  return (
    <main id="main" className="page pt-4 lg:pt-6">
      <Breadcrumb crumbs={[{ label: 'Trang chủ', to: '/' }, { label: 'Tìm kiếm' }]} />
      <h1 className="mt-3 mb-6 text-2xl break-words lg:text-3xl">{titleFor(search.keyword)}</h1>
      <div className="grid gap-8 lg:grid-cols-[15rem_1fr] xl:gap-12">
        <aside id="filters" aria-label="Bộ lọc" className="hidden lg:block noscript:block noscript:max-lg:order-last">
          {form}
        </aside>
        <section aria-label="Sản phẩm" aria-busy={isBusy} className="relative grid content-start gap-5">
          <h2 className="sr-only" data-results>
            Sản phẩm, trang {page.page}
          </h2>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <FilterButtons
              count={filters.length}
              result={isBusy ? 'Đang lọc…' : `Xem ${formatNumber(page.count)} sản phẩm`}
              form={form}
            />
            <ShownResults page={page} />
            <SortSelect search={shownSearch} />
          </div>
          <KeywordChips search={search} understood={page.understood ?? []} correction={page.correction ?? null} />
          <FilterChips search={shownSearch} filters={filters} />
          <Results isBusy={isBusy} isFiltered={filters.length > 0} />
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

interface FilterButtonsProps {
  /** The number of active filters. */
  count: number;
  /** The text of the button that closes the sheet. */
  result: string;
  form: ReactNode;
}

/** On phones: a button that opens the filters in a sheet; without scripts, a link to them. */
function FilterButtons({ count, result, form }: FilterButtonsProps) {
  const label = (
    <>
      <SlidersHorizontal aria-hidden="true" className="size-4" />
      Bộ lọc{count > 0 && ` (${count})`}
    </>
  );
  return (
    <>
      <FilterSheet label={label} result={result}>
        {form}
      </FilterSheet>
      <a href="#filters" className={`${buttonStyle({ variant: 'outline' })} hidden! noscript:max-lg:inline-flex!`}>
        {label}
      </a>
    </>
  );
}

/** The places of the shown products among all that were found; for screen readers alone that there are none, as the page says below. */
function ShownResults({ page: { page, page_size: size, results, count } }: { page: ProductPage }) {
  const from = (page - 1) * size + 1;
  return (
    <p role="status" className="tabular text-sm text-muted max-lg:order-last max-lg:w-full">
      {results.length > 0 ? (
        <span lang="en">{`Showing ${from}-${from + results.length - 1} of ${count} products`}</span>
      ) : (
        <span className="sr-only">{NOTHING_FOUND}</span>
      )}
    </p>
  );
}

/** The products of the page, or what an empty page offers instead. */
function Results({ isBusy, isFiltered }: { isBusy: boolean; isFiltered: boolean }) {
  const { search, page, popular } = useLoaderData<typeof loader>();
  const hasResults = page.results.length > 0;
  const isWanted = useWantedColors(search, page);
  function noteClick({ target }: MouseEvent) {
    const product = search.keyword && hasResults ? productOf(target) : null;
    if (product) reportClick(search.keyword, product);
  }
  return (
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
        <NothingFound search={search} isPastEnd={page.count > 0} isFiltered={isFiltered} />
      )}
      <Offers
        id="nearest"
        heading="Gần giống sản phẩm bạn tìm"
        products={hasResults ? [] : (page.nearest ?? [])}
        isWanted={isWanted}
        sizes={RESULT_SIZES}
      />
      <Offers id="popular" heading="Được mua nhiều nhất" products={popular} isWanted={isWanted} sizes={RESULT_SIZES} />
    </div>
  );
}

/**
 * Whether a colour is one that the search names, by a filter or in its words. It is the same function for the same result, so that
 * a touch of the filters does not render the cards again.
 */
function useWantedColors(search: SearchQuery, page: ProductPage) {
  return useMemo(() => {
    const inWords = wantedColors(page.understood ?? [], search.keyword);
    return ({ id, name }: Color) => search.color.includes(id) || inWords.some((named) => isShadeOf(name, named));
  }, [search, page]);
}

export const ErrorBoundary = LoadFailure;
