import { MAX_MORE_PICTURES, MAX_PICTURE_BYTES, MAX_PRODUCT_PICTURES } from 'contract/rules';
import type { DraftPicture } from '../product-draft';

/** The maximum size of a picture, in megabytes. */
export const MAX_MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;
/** The number of files that one save can upload. */
const MAX_NEW = 1 + MAX_MORE_PICTURES;

/** Why a file cannot be added to these pictures; null when it can. */
export function checkNewPicture(file: File, pictures: readonly DraftPicture[]): string | null {
  if (pictures.length >= MAX_PRODUCT_PICTURES) return `mỗi sản phẩm có tối đa ${MAX_PRODUCT_PICTURES} ảnh`;
  if (pictures.filter((picture) => picture.file).length >= MAX_NEW)
    return `mỗi lần lưu thêm được tối đa ${MAX_NEW} ảnh`;
  if (!file.type.startsWith('image/')) return 'không phải là hình ảnh';
  return file.size > MAX_PICTURE_BYTES ? `lớn hơn ${MAX_MEGABYTES} MB` : null;
}
