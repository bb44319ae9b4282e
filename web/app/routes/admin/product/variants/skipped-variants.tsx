import { Alert } from '~/components/feedback/alert';
import type { VariantPlan } from '../product-draft';
import type { Options } from '../options/use-options';

interface SkippedVariantsProps {
  skipped: VariantPlan['skipped'];
  options: Pick<Options, 'colors' | 'sizes'>;
}

/** Lists the variants that a save skipped, because their price or stock was missing or zero. */
export function SkippedVariants({ skipped, options }: SkippedVariantsProps) {
  if (skipped.length === 0) return null;
  const names = (isKept: boolean) =>
    skipped
      .filter((cell) => cell.isKept === isKept)
      .map(({ key }) => variantName(key, options))
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

/** The name of the variant of a `cellKey`. */
function variantName(key: string, { colors, sizes }: SkippedVariantsProps['options']) {
  const [color, size] = key.split('-').map(Number);
  return `${colors.find(({ id }) => id === color)?.name}, ${sizes.find(({ id }) => id === size)?.name}`;
}
