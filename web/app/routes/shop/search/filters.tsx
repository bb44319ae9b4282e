import { Form, Link, useNavigate } from '@remix-run/react';
import type { Brand, Category, Color, Facets, Size } from 'contract/catalog/catalog';
import { PRICE_BANDS } from 'contract/rules';
import { useState, type FormEvent, type ReactNode } from 'react';
import { buttonStyle } from '~/components/form/button';
import { Folded } from '~/components/overlay/disclosure';
import { readSearch, searchHref, withoutFilters } from './search-query';
import type { SearchQuery } from './search-query';
import { applied, FilterChip, FilterRadios } from './filter-options';

const CHIPS_AT = 12;
const CHIPS = 'flex flex-wrap gap-2 pt-2 first:pt-0';

/** All options of the filters. */
export interface Choices {
  categories: readonly Category[];
  brands: readonly Brand[];
  colors: readonly Color[];
  sizes: readonly Size[];
}

interface FiltersProps {
  /** The chosen filters; during a navigation, those of the next page. */
  search: SearchQuery;
  choices: Choices;
  facets: Facets;
}

/**
 * The filters as a plain GET form with a button, so that they work without scripts. With scripts every change is applied
 * immediately.
 */
export function Filters({ search: given, choices, facets }: FiltersProps) {
  const navigate = useNavigate();
  const { categories, brands, colors, sizes } = choices;
  // The router shows a navigation in a transition: until then the choice is shown here, in the frame of the touch.
  const [choice, setChoice] = useState<{ from: SearchQuery; to: SearchQuery } | null>(null);
  if (choice && choice.from !== given) setChoice(null);
  const search = choice?.to ?? given;

  function apply(event: FormEvent<HTMLFormElement>) {
    const to = readForm(event.currentTarget);
    setChoice({ from: given, to });
    // Use the short address of chips and pager, not the form's long one.
    navigate(searchHref(to));
  }

  return (
    <Form action="/search" onChange={apply} className="grid">
      <div className="flex min-h-11 items-center justify-between">
        <h2 className="text-lg in-[dialog]:invisible">Bộ lọc</h2>
        <Link
          to={searchHref(withoutFilters(search))}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Xóa tất cả
        </Link>
      </div>
      <input type="hidden" name="keyword" value={search.keyword} />
      <input type="hidden" name="sort" value={search.sort} />
      <Group title="Danh mục">
        <FilterRadios
          name="category"
          chosen={search.category}
          counts={facets.category}
          options={categories.map(optionOf)}
        />
      </Group>
      <Group title="Khoảng giá">
        <FilterRadios
          name="price"
          chosen={search.price}
          counts={facets.price}
          options={PRICE_BANDS.map(({ band, label }) => ({ id: band, label }))}
        />
      </Group>
      {colors.length > 0 && (
        <Group title="Màu sắc">
          <Folded
            at={CHIPS_AT}
            isOpen={colors.slice(CHIPS_AT).some(({ id }) => search.color.includes(id))}
            className={CHIPS}
          >
            {colors.map(({ id, name, hex_code }) => (
              <FilterChip key={id} name="color" id={id} isChosen={search.color.includes(id)}>
                <span
                  className="size-4 rounded-full border border-ink/20 forced-color-adjust-none"
                  style={{ backgroundColor: hex_code }}
                  aria-hidden="true"
                />
                {name}
              </FilterChip>
            ))}
          </Folded>
        </Group>
      )}
      {sizes.length > 0 && (
        <Group title="Kích thước">
          <Folded
            at={CHIPS_AT}
            isOpen={sizes.slice(CHIPS_AT).some(({ id }) => search.size.includes(id))}
            className={CHIPS}
          >
            {sizes.map(({ id, name }) => (
              <FilterChip key={id} name="size" id={id} isChosen={search.size.includes(id)}>
                {name}
              </FilterChip>
            ))}
          </Folded>
        </Group>
      )}
      <Group title="Thương hiệu">
        <FilterRadios name="brand" chosen={search.brand} counts={facets.brand} options={brands.map(optionOf)} />
      </Group>
      <label className="flex min-h-12 items-center gap-3 border-t border-line pt-2">
        <input
          type="checkbox"
          name="in_stock"
          value="1"
          checked={search.inStock}
          onChange={applied}
          className="size-5 accent-accent"
        />
        Chỉ hiện hàng còn
      </label>
      <div className="hidden pt-4 noscript:block">
        <button type="submit" className={buttonStyle()}>
          Áp dụng
        </button>
      </div>
    </Form>
  );
}

const optionOf = ({ id, title }: { id: number; title: string }) => ({ id, label: title });

function readForm(form: HTMLFormElement): SearchQuery {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value);
  return readSearch(params);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line py-4">
      {/* Floated: a legend would otherwise sit on the fieldset's border. */}
      <legend className="float-left mb-2 w-full font-medium [&+*]:clear-both">{title}</legend>
      {children}
    </fieldset>
  );
}
