import type { Product } from 'contract/catalog/catalog';
import { DialogButton } from '~/components/overlay/dialog-button';

const load = () => import('./size-guide-modal').then((module) => module.SizeGuideModal);

interface SizeGuideButtonProps {
  product: Pick<Product, 'variants' | 'size_table'>;
  color: number | null;
  /** Called with the size that was chosen in the guide, which closes. */
  onChoose: (size: number) => void;
}

/** Opens the size guide of a product that has a size table. */
export function SizeGuideButton({ product, color, onChoose }: SizeGuideButtonProps) {
  const { size_table: table } = product;
  if (!table) return null;
  return (
    <DialogButton
      load={load}
      className="min-h-11 w-fit text-sm underline underline-offset-4"
      render={(Guide, close) => (
        <Guide
          product={product}
          table={table}
          color={color}
          onClose={close}
          onChoose={(size) => {
            close();
            onChoose(size);
          }}
        />
      )}
    >
      Hướng dẫn chọn cỡ
    </DialogButton>
  );
}
