import type { Color, Size } from 'contract/catalog/catalog';
import { Alert } from '~/components/feedback/alert';
import type { VariantPlan } from '../product-draft';

/** Returns a function that names the variant of a `cellKey`. */
export const variantNames = (colors: readonly Color[], sizes: readonly Size[]) => (key: string) => {
  const [color, size] = key.split('-').map(Number);
  return `${colors.find(({ id }) => id === color)?.name}, ${sizes.find(({ id }) => id === size)?.name}`;
};

/** Lists the variants that a save skipped, because their price or stock was missing or zero. */
export function SkippedVariants({
  skipped,
  nameOf,
}: {
  skipped: VariantPlan['skipped'];
  nameOf: (key: string) => string;
}) {
  if (skipped.length === 0) return null;
  const names = (isKept: boolean) =>
    skipped
      .filter((cell) => cell.isKept === isKept)
      .map(({ key }) => nameOf(key))
      .join('; ');
  return (
    <Alert tone="warning">
      <p>Phân loại thiếu giá hoặc tồn kho, hoặc bằng 0, được bỏ qua khi lưu.</p>
      {names(false) && <p>Chưa thêm: {names(false)}.</p>}
      {names(true) && (
        <p>Giữ nguyên như cũ: {names(true)}. Muốn ngừng bán thì bỏ ô đó; muốn tồn kho về 0 thì dùng “Sửa hàng loạt”.</p>
      )}
    </Alert>
  );
}
