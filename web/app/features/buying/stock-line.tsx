import type { Product } from 'contract/catalog/catalog';
import { formatNumber } from 'contract/rules';
import { sizeStock } from '~/features/size-guide/size-stock';
import type { Choice } from './variant-choice';

const FEW = 5;

interface StockLineProps {
  product: Pick<Product, 'variants' | 'available_colors' | 'available_sizes'>;
  choice: Choice;
  /** Pieces of the choice. */
  stock: number;
  isLive: boolean;
}

/** How many pieces of the choice are left; only whether there are any, as long as the exact number is not known. */
export function StockLine({ stock, isLive, ...chosen }: StockLineProps) {
  const isFew = stock > 0 && stock <= FEW && isLive;
  return (
    <p aria-live="polite" className={`text-sm ${stock === 0 || isFew ? 'font-medium text-signal' : 'text-muted'}`}>
      {stock === 0 ? soldOutText(chosen) : stockText(stock, isLive)}
    </p>
  );
}

function stockText(stock: number, isLive: boolean): string {
  if (!isLive) return 'Còn hàng';
  return stock <= FEW ? `Chỉ còn ${stock} sản phẩm` : `Còn ${formatNumber(stock)} sản phẩm`;
}

/** What is sold out: the size that is chosen or is the only one, when it is gone in all colours; else the choice. */
export function soldOutText({ product, choice }: Pick<StockLineProps, 'product' | 'choice'>): string {
  const { available_colors: colors, available_sizes: sizes } = product;
  const size = choice.size === null ? (sizes.length === 1 ? sizes[0] : undefined) : sizes.find(isOf(choice.size));
  if (size && sizeStock(product, size.id, null) === 'out') return `${size.name} đã hết`;
  const names = [colors.find(isOf(choice.color)), sizes.find(isOf(choice.size))].flatMap((each) => each?.name ?? []);
  return names.length > 0 ? `${names.join(' · ')} đã hết` : 'Hết hàng';
}

const isOf =
  (chosen: number | null) =>
  ({ id }: { id: number }) =>
    id === chosen;
