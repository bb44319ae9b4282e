import type { Brand, Category } from 'contract/catalog/catalog';
import { LOW_STOCK } from 'contract/rules';
import { FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';

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
      <SelectFilter label="Tình trạng" name="archived" options={[['1', 'Đã lưu trữ']]} all="Đang bán" />
    </FilterBar>
  );
}
