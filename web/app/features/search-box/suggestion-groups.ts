import type { SuggestedProduct, Suggestions } from 'contract/search/suggestions';

/** One line of the list. */
export interface Option {
  to: string;
  text: string;
  kind: 'recent' | 'query' | 'title' | 'product' | 'ai';
  product?: SuggestedProduct;
}

export interface SuggestionGroup {
  heading: string;
  options: Option[];
  /** The place of its first option among the options of all groups. */
  start: number;
}

const searchFor = (text: string): string => `/search?${new URLSearchParams({ keyword: text }).toString()}`;

/** Opens the AI search; it leads to no page. */
const ASK_AI: Option = { kind: 'ai', text: 'Tìm bằng AI', to: '#ai' };

const PRODUCTS = { nearest: 'Gần giống sản phẩm bạn tìm', popular: 'Được mua nhiều nhất' } as const;

const queryOption = (kind: 'recent' | 'query') => (text: string) => ({ kind, text, to: searchFor(text) });

/**
 * The groups of the list in their order; empty ones are left out.
 * @param isNothing whether nothing has the typed words
 * @param recent for an empty box
 */
export function groupSuggestions(
  suggestions: Suggestions | null,
  { isEmpty, isNothing }: { isEmpty: boolean; isNothing: boolean },
  recent: readonly string[],
): SuggestionGroup[] {
  const { queries = [], categories = [], brands = [], products = [], offer } = suggestions ?? {};
  const titles = (of: 'category' | 'brand', suggestions: Suggestions['brands']) =>
    suggestions.map(({ id, title }): Option => ({ kind: 'title', text: title, to: `/search?${of}=${id}` }));
  const groups: Omit<SuggestionGroup, 'start'>[] = [
    {
      heading: 'Không tìm thấy sản phẩm phù hợp',
      options: isNothing && !isEmpty ? [ASK_AI] : [],
    },
    { heading: 'Tìm kiếm gần đây', options: isEmpty ? recent.map(queryOption('recent')) : [] },
    {
      heading: isEmpty ? 'Được tìm nhiều' : 'Từ khóa',
      options: queries.filter((text) => !isEmpty || !recent.includes(text)).map(queryOption('query')),
    },
    { heading: 'Danh mục', options: titles('category', categories) },
    { heading: 'Thương hiệu', options: titles('brand', brands) },
    {
      heading: offer ? PRODUCTS[offer] : 'Sản phẩm',
      options: products.map((product) => ({
        kind: 'product',
        text: product.name,
        to: `/products/${product.id}`,
        product,
      })),
    },
  ];
  let start = 0;
  return groups
    .filter(({ options }) => options.length > 0)
    .map((group) => ({ ...group, start: (start += group.options.length) - group.options.length }));
}
