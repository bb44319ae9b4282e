import type { Product } from 'contract/catalog/catalog';
import { DialogButton } from '~/components/overlay/dialog-button';

const load = () => import('./stock-alert-modal').then((module) => module.StockAlertModal);

interface StockAlertButtonProps {
  product: Pick<Product, 'id' | 'name' | 'has_variants' | 'variants' | 'total_stock'>;
  /** The ids that are chosen; null for what is open. */
  choice: { color: number | null; size: number | null };
}

/** Opens the form that asks for a mail when sold-out goods are back. Nothing while all of the product's goods are in stock. */
export function StockAlertButton({ product, choice }: StockAlertButtonProps) {
  const isOut = product.has_variants
    ? product.variants.some(({ stock_quantity: stock }) => stock === 0)
    : product.total_stock === 0;
  if (!isOut) return null;
  const { color, size } = choice;
  const chosen = product.variants.find((variant) => variant.color.id === color && variant.size.id === size);
  // Beside “in stock” the bare words would contradict it.
  const isOther = (chosen?.stock_quantity ?? product.total_stock) > 0;
  return (
    <DialogButton
      load={load}
      className="min-h-11 w-fit text-sm underline underline-offset-4"
      render={(Dialog, onClose) => <Dialog {...{ product, choice, onClose }} />}
    >
      {isOther && 'Màu hoặc kích cỡ đã hết? '}Báo khi có hàng
    </DialogButton>
  );
}
