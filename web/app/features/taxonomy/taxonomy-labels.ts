import type { ShelfPath } from '~/api/admin/taxonomy';

/** How brands and categories are called, and by which filter the list of products shows theirs. */
export const SHELF_WORDS = {
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
} as const satisfies Record<ShelfPath, object>;
