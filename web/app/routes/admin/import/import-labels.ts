import type { ImportField, ImportLineKind, ImportState } from 'contract/catalog/imports';
import { Check, Clock, FileCheck, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react';

/** Labels of the states of an import. */
export const IMPORT_STATES: Record<
  ImportState,
  { label: string; tone: 'sand' | 'warn' | 'success' | 'danger'; icon: LucideIcon }
> = {
  checking: { label: 'Đang kiểm tra', tone: 'sand', icon: Clock },
  ready: { label: 'Chờ xác nhận', tone: 'warn', icon: FileCheck },
  refused: { label: 'Có lỗi', tone: 'danger', icon: TriangleAlert },
  importing: { label: 'Đang nhập', tone: 'sand', icon: LoaderCircle },
  done: { label: 'Đã nhập', tone: 'success', icon: Check },
  failed: { label: 'Thất bại', tone: 'danger', icon: TriangleAlert },
};

export const IMPORT_KINDS: Record<ImportLineKind, string> = {
  error: 'Lỗi',
  warning: 'Cảnh báo',
  created: 'Thêm mới',
  updated: 'Cập nhật',
};

export const IMPORT_FIELDS: Record<ImportField, string> = {
  name: 'tên',
  description: 'mô tả',
  brand: 'thương hiệu',
  category: 'danh mục',
  price: 'giá',
  oldPrice: 'giá cũ',
  stock: 'tồn kho',
  variants: 'phân loại',
  images: 'ảnh',
  status: 'trạng thái bán',
  material: 'chất liệu',
  care: 'bảo quản',
  model: 'người mẫu',
  size_table: 'bảng kích thước',
  category_size_table: 'bảng kích thước danh mục',
};

/** The columns that an import reads, with their meaning. What a file has no column for stays as it is in the shop. */
export const IMPORT_COLUMNS: readonly (readonly [string, string])[] = [
  ['Handle', 'Mã nhận biết sản phẩm: có rồi thì cập nhật, chưa có thì thêm mới. Bắt buộc.'],
  ['Title', 'Tên sản phẩm, ở dòng đầu của sản phẩm. Bắt buộc.'],
  ['Variant Price', 'Giá bán, số nguyên đồng như 199000. Bắt buộc.'],
  ['Variant Compare At Price', 'Giá cũ, nếu cao hơn giá bán. Không có cột thì giữ nguyên.'],
  ['Variant Inventory Qty', 'Tồn kho. Số trong tệp thay cho số đang có; không có cột thì giữ nguyên.'],
  [
    'Option1, Option2, Option3',
    'Màu sắc (Color) và Kích thước (Size); mỗi dòng là một phân loại. Cần có khi sản phẩm có phân loại.',
  ],
  ['Variant SKU', 'Mã của phân loại. Không có cột thì giữ nguyên.'],
  ['Body (HTML), Vendor, Type', 'Mô tả, thương hiệu, danh mục. Không có cột thì giữ nguyên, ô trống thì xóa.'],
  ['Published', 'true: đang bán, false: ẩn khỏi cửa hàng.'],
  ['Image Src, Image Position', 'Địa chỉ ảnh (http, https) và thứ tự. Ảnh không tải được thì bỏ qua.'],
  [
    'Chất liệu, Bảo quản, Chiều cao người mẫu, Cỡ người mẫu mặc (product.metafields.custom…)',
    'Không có cột thì giữ nguyên.',
  ],
  [
    'Bảng kích thước, Bảng kích thước danh mục (product.metafields.custom…)',
    'Dòng đầu như Cỡ;Ngực;Cao;Nặng, rồi mỗi cỡ một dòng như M;88-92;158-166;48-56.',
  ],
  ['Google Shopping / Custom Label 0', 'Mã màu như #1d1d1f, cho màu chưa có trong cửa hàng.'],
];
