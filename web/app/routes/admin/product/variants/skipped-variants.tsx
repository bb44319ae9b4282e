import { Alert } from '~/components/feedback/alert';
import type { Options } from '../options/use-options';
import type { VariantPlan } from './variant-plan';

interface SkippedVariantsProps {
  skipped: VariantPlan['skipped'];
  options: Pick<Options, 'colors' | 'sizes'>;
}

/** Lists the variants that a save skipped: those without a price or a stock. A stock of 0 is one only for a variant that is there. */
export function SkippedVariants({ skipped, options }: SkippedVariantsProps) {
  if (skipped.length === 0) return null;
  const names = (isKept: boolean) =>
    skipped
      .filter((cell) => cell.isKept === isKept)
      .map(({ key }) => variantName(key, options))
      .join('; ');
  return (
    <Alert tone="warning">
      {names(false) && <p>Chưa thêm, vì phân loại mới cần giá và tồn kho lớn hơn 0: {names(false)}.</p>}
      {names(true) && (
        <p>
          Giữ nguyên như cũ, vì phân loại đang bán cần giá lớn hơn 0 và tồn kho từ 0: {names(true)}. Muốn ngừng bán thì
          bỏ ô đó; hết hàng thì nhập tồn kho 0.
        </p>
      )}
    </Alert>
  );
}

/** The name of the variant of a `cellKey`. */
function variantName(key: string, { colors, sizes }: SkippedVariantsProps['options']) {
  const [color, size] = key.split('-').map(Number);
  return `${colors.find(({ id }) => id === color)?.name}, ${sizes.find(({ id }) => id === size)?.name}`;
}
