import type { TaxonomyPath } from '~/api/admin/taxonomy';

/** Texts of brands and categories, and the filter that lists their products. */
export const TAXONOMY_LABELS = {
  brands: {
    title: 'Thương hiệu',
    one: 'thương hiệu',
    filter: 'brand',
    purpose: 'Khách lọc sản phẩm theo thương hiệu; sáu thương hiệu đầu hiện ở trang chủ.',
  },
  category: {
    title: 'Danh mục',
    one: 'danh mục',
    filter: 'category',
    purpose: 'Danh mục xếp sản phẩm thành nhóm để khách dễ tìm; tám danh mục đầu hiện ở trang chủ.',
  },
} as const satisfies Record<TaxonomyPath, object>;
