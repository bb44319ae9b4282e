import { Form, useNavigate } from '@remix-run/react';
import type { Sort } from 'contract/rules';
import { Select } from '~/components/form/field';
import { searchHref } from './search-query';
import type { SearchQuery } from './search-query';

const MENU: readonly (readonly [Sort | '', string])[] = [
  ['', 'Most Popular'],
  ['price-asc', 'Giá thấp đến cao'],
  ['price-desc', 'Giá cao đến thấp'],
  ['rating-desc', 'Đánh giá cao nhất'],
  ['sold-desc', 'Bán chạy nhất'],
];

/** Orders that a link leads to. They are in the menu only while they are on, or it would show another one. */
const LINKED: readonly (readonly [Sort | '', string])[] = [
  ['newest', 'Mới nhất'],
  ['reviews-desc', 'Nhiều đánh giá nhất'],
];

/** The order of the result, applied on change; without scripts a small form with a button. */
export function SortSelect({ search }: { search: SearchQuery }) {
  const navigate = useNavigate();
  const menu = [...MENU, ...LINKED.filter(([value]) => value === search.sort)];
  return (
    <Form action="/search" className="flex items-center gap-2 max-sm:flex-1 max-sm:noscript:basis-full">
      {[...new URLSearchParams(searchHref({ ...search, sort: '' }).split('?')[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="flex flex-1 items-center gap-2 text-sm [&>:last-child]:flex-1">
        <span className="whitespace-nowrap text-muted max-sm:sr-only">Sắp xếp</span>
        <Select
          name="sort"
          value={search.sort}
          onChange={({ target }) => {
            const sort = menu.find(([value]) => value === target.value)?.[0] ?? '';
            navigate(searchHref(search, { sort }));
          }}
        >
          {menu.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <button
        type="submit"
        className="hidden min-h-11 px-2 text-sm underline noscript:inline-flex noscript:items-center"
      >
        Áp dụng
      </button>
    </Form>
  );
}
