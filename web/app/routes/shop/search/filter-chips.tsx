import { Link } from '@remix-run/react';
import { PRICE_BANDS } from 'contract/rules';
import { X } from 'lucide-react';
import type { Choices } from './filters';
import { searchHref, withoutFilters } from './search-query';
import type { SearchQuery } from './search-query';

export interface ActiveFilter {
  /** What it filters by, for the accessible name: a brand may be called like a category. */
  kind: string;
  label: string;
  /** The same search without it. */
  href: string;
}

/**
 * The active filters, each with the address that removes it.
 * @param next the search that is being loaded, or the same one: a filter that was pressed just before stays pressed
 */
export function activeFilters(
  search: SearchQuery,
  next: SearchQuery,
  { categories, brands, colors, sizes }: Choices,
): ActiveFilter[] {
  const without = (kind: string, label: string | undefined, change: Partial<SearchQuery>): ActiveFilter[] =>
    label === undefined ? [] : [{ kind, label, href: searchHref(next, change) }];
  const nameIn = (list: readonly { id: number; name: string }[], id: number) => list.find((one) => one.id === id)?.name;
  const titleIn = (list: readonly { id: number; title: string }[], id: number) =>
    id === 0 ? undefined : (list.find((one) => one.id === id)?.title ?? `#${id}`);
  return [
    ...without('danh mục', titleIn(categories, search.category), { category: 0 }),
    ...without('thương hiệu', titleIn(brands, search.brand), { brand: 0 }),
    ...without('giá', PRICE_BANDS.find(({ band }) => band === search.price)?.label, { price: 0 }),
    ...search.color.flatMap((id) =>
      without('màu', nameIn(colors, id) ?? `#${id}`, { color: next.color.filter((other) => other !== id) }),
    ),
    ...search.size.flatMap((id) =>
      without('', `Cỡ ${nameIn(sizes, id) ?? `#${id}`}`, { size: next.size.filter((other) => other !== id) }),
    ),
    ...without('', search.inStock ? 'Còn hàng' : undefined, { inStock: false }),
  ];
}

/** The active filters as chips, each removed by a click. */
export function FilterChips({ search, filters }: { search: SearchQuery; filters: readonly ActiveFilter[] }) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Bộ lọc đang bật" className="flex flex-wrap items-center gap-2">
      {filters.map(({ kind, label, href }) => (
        <li key={`${kind} ${label}`}>
          <Link
            to={href}
            aria-label={['Bỏ lọc', kind, label].filter(Boolean).join(' ')}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-ink pr-2 pl-3 text-sm text-paper transition-colors hover:bg-accent pointer-coarse:min-h-11"
          >
            {label}
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={searchHref(withoutFilters(search))}
          className="inline-flex min-h-9 items-center px-2 text-sm underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Xóa tất cả
        </Link>
      </li>
    </ul>
  );
}
