import type { ImportError } from '../read/import-product.js';

/** What an import says while the media store does not answer. */
export const STORE_FAILURE =
  'Kho ảnh tạm thời không dùng được, tự thử lại sau một phút. Nếu kéo dài, hãy báo cho người vận hành.';

/** What an import says that made no progress. */
export const attemptsFailure = (attempts: number): string =>
  `Đã thử ${attempts} lần mà không xong. Những sản phẩm đã nhập vẫn được giữ; hãy tải tệp lên lại.`;

/** What an import says that met what has changed in the shop since the check: where, why, and what to do. */
export function refusalFailure({ notes }: ImportError): string {
  const places = notes.map(({ line, column, message }) => `dòng ${line}${column ? `, cột ${column}` : ''}: ${message}`);
  return [
    `Cửa hàng đã thay đổi sau khi kiểm tra tệp, nên việc nhập dừng ở ${places.join(' ')}`,
    'Những sản phẩm đã nhập vẫn được giữ. Hãy sửa tệp hoặc sản phẩm này rồi tải tệp lên lại.',
  ].join(' ');
}
