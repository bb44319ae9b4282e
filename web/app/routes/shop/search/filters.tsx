import { Form, Link, useNavigate } from '@remix-run/react';
import type { Brand, Category, Color, Facets, Size } from 'contract/catalog/catalog';
import { PRICE_BANDS } from 'contract/rules';
import { useState, type FormEvent, type ReactNode } from 'react';
import { buttonStyle } from '~/components/form/button';
import { MoreDisclosure } from '~/components/overlay/disclosure';
import { readSearch, searchHref, withoutFilters } from './search-query';
import type { SearchQuery } from './search-query';
import { applied, FilterChip, FilterRadios } from './filter-options';

const CHIPS_AT = 12;

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
  const { categories, brands, colors, sizes } = choices;
  const [search, apply] = useImmediateChoice(given);
  return (
    <Form action="/search" onChange={apply} className="grid">
      <div className="flex min-h-11 items-center justify-between">
        <h2 className="text-lg in-[dialog]:invisible">Bộ lọc</h2>
        <Link
          to={searchHref(withoutFilters(search))}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          <span lang="en">Clear All</span>
        </Link>
      </div>
      <input type="hidden" name="keyword" value={search.keyword} />
      <input type="hidden" name="sort" value={search.sort} />
      <Group title="Danh mục">
        <FilterRadios
          name="category"
          chosen={search.category}
          counts={facets.category}
          options={categories.map(toOption)}
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
      <ChipGroup title="Màu sắc" name="color" options={colors} chosen={search.color} />
      <ChipGroup title="Kích cỡ" name="size" options={sizes} chosen={search.size} />
      <Group title="Thương hiệu">
        <FilterRadios name="brand" chosen={search.brand} counts={facets.brand} options={brands.map(toOption)} />
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
        Chỉ hiện sản phẩm còn hàng
      </label>
      <div className="hidden pt-4 noscript:block">
        <button type="submit" className={buttonStyle()}>
          Áp dụng
        </button>
      </div>
    </Form>
  );
}

/**
 * The search to show, and a handler that navigates to what the form says. The router shows a navigation in a transition:
 * until then the choice is shown here, in the frame of the touch.
 */
function useImmediateChoice(given: SearchQuery) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<{ from: SearchQuery; to: SearchQuery } | null>(null);
  if (choice && choice.from !== given) setChoice(null);
  function apply(event: FormEvent<HTMLFormElement>) {
    const to = readForm(event.currentTarget);
    setChoice({ from: given, to });
    // Use the short address of chips and pager, not the form's long one.
    navigate(searchHref(to));
  }
  return [choice?.to ?? given, apply] as const;
}

interface ChipGroupProps {
  title: string;
  name: string;
  options: readonly (Size & Partial<Color>)[];
  chosen: readonly number[];
}

/** Colours or sizes, a chip for each. Many are folded, unless a chosen one is among them. */
const ChipGroup = ({ title, name, options, chosen }: ChipGroupProps) =>
  options.length > 0 && (
    <Group title={title}>
      <MoreDisclosure
        at={CHIPS_AT}
        isOpen={options.slice(CHIPS_AT).some(({ id }) => chosen.includes(id))}
        className="flex flex-wrap gap-2 pt-2 first:pt-0"
      >
        {options.map((option) => (
          <FilterChip key={option.id} name={name} id={option.id} isChosen={chosen.includes(option.id)}>
            {option.hex_code !== undefined && (
              <span
                className="size-4 rounded-full border border-ink/20 forced-color-adjust-none"
                style={{ backgroundColor: option.hex_code }}
                aria-hidden="true"
              />
            )}
            {option.name}
          </FilterChip>
        ))}
      </MoreDisclosure>
    </Group>
  );

const toOption = ({ id, title }: { id: number; title: string }) => ({ id, label: title });

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
