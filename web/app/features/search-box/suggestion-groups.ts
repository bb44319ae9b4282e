import type { SuggestedProduct, Suggestions } from 'contract/suggestions';

/** One line of the list. */
export interface Option {
  to: string;
  text: string;
  kind: 'recent' | 'query' | 'title' | 'product';
  product?: SuggestedProduct;
}

export interface SuggestionGroup {
  heading: string;
  options: Option[];
}

const searchFor = (text: string): string => `/search?${new URLSearchParams({ keyword: text }).toString()}`;

const queryOption = (kind: 'recent' | 'query') => (text: string) => ({ kind, text, to: searchFor(text) });

/** The groups of the list in their order; empty ones are left out. @param recent for an empty box */
export function groupsOf(
  suggestions: Suggestions | null,
  isEmpty: boolean,
  recent: readonly string[],
): SuggestionGroup[] {
  const { queries = [], categories = [], brands = [], products = [] } = suggestions ?? {};
  const titles = (of: 'category' | 'brand', given: Suggestions['brands']) =>
    given.map(({ id, title }): Option => ({ kind: 'title', text: title, to: `/search?${of}=${id}` }));
  const groups: SuggestionGroup[] = [
    { heading: 'Tìm kiếm gần đây', options: isEmpty ? recent.map(queryOption('recent')) : [] },
    {
      heading: isEmpty ? 'Được tìm nhiều' : 'Từ khóa',
      options: queries.filter((text) => !isEmpty || !recent.includes(text)).map(queryOption('query')),
    },
    { heading: 'Danh mục', options: titles('category', categories) },
    { heading: 'Thương hiệu', options: titles('brand', brands) },
    {
      heading: 'Sản phẩm',
      options: products.map((product) => ({
        kind: 'product',
        text: product.name,
        to: `/products/${product.id}`,
        product,
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
