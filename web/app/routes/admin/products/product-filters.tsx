import type { Brand, Category, Color, Size } from 'contract/catalog/catalog';
import { LOW_STOCK } from 'contract/rules';
import { FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { RemovableFilter } from '~/components/admin/list/removable-filter';
import { useListAddress } from '~/components/admin/list/list-url';

const STOCK = [
  ['out', 'Hết hàng'],
  ['low', `Sắp hết hoặc hết (0-${LOW_STOCK})`],
  ['variant-out', 'Có phân loại hết hàng'],
  ['in', 'Còn nhiều'],
] as const;

const taxonomyOptions = (entries: readonly { id: number; title: string }[] = []) =>
  entries.map(({ id, title }) => [String(id), title] as const);

interface ProductFiltersProps {
  brands: readonly Brand[] | undefined;
  categories: readonly Category[] | undefined;
}

/** The filters of the product list. */
export function ProductFilters({ brands, categories }: ProductFiltersProps) {
  return (
    <FilterBar>
      <SearchFilter label="Tìm tên hoặc mã số" />
      <SelectFilter label="Danh mục" name="category" options={taxonomyOptions(categories)} />
      <SelectFilter label="Thương hiệu" name="brand" options={taxonomyOptions(brands)} />
      <SelectFilter label="Tồn kho" name="stock" options={STOCK} />
      <SelectFilter label="Ảnh" name="picture" options={[['missing', 'Chưa có ảnh']]} />
      <SelectFilter
        label="Tình trạng"
        name="archived"
        options={[
          ['1', 'Đã lưu trữ'],
          ['all', 'Tất cả'],
        ]}
        all="Đang bán"
      />
    </FilterBar>
  );
}

interface OptionChipsProps {
  colors: readonly Color[] | undefined;
  sizes: readonly Size[] | undefined;
}

/** The active filters by a colour or size, to which the lists of both lead. No filter box shows them. */
export function OptionChips({ colors, sizes }: OptionChipsProps) {
  const { params } = useListAddress();
  const nameOf = (options: readonly { id: number; name: string }[] | undefined, id: string) =>
    options?.find((option) => String(option.id) === id)?.name ?? `#${id}`;
  const [color, size] = [params.get('color'), params.get('size')];
  return (
    (color || size) && (
      <div className="flex flex-wrap gap-2">
        {color && (
          <RemovableFilter names={['color']} then="xem sản phẩm mọi màu">
            Chỉ sản phẩm có màu {nameOf(colors, color)}
          </RemovableFilter>
        )}
        {size && (
          <RemovableFilter names={['size']} then="xem sản phẩm mọi kích cỡ">
            Chỉ sản phẩm có kích cỡ {nameOf(sizes, size)}
          </RemovableFilter>
        )}
      </div>
    )
  );
}
