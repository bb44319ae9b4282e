import type { ListProduct } from 'contract/catalog/catalog';
import { DialogButton } from '~/components/overlay/dialog-button';

const load = () => import('./quick-view-modal').then((module) => module.QuickViewModal);

interface QuickViewButtonProps {
  product: Pick<ListProduct, 'id' | 'name'>;
  /** The id of the colour that the card shows. */
  color: number | null;
}

/** Opens a product in a dialog, from the line below its picture. */
export function QuickViewButton({ product, color }: QuickViewButtonProps) {
  return (
    <DialogButton
      load={load}
      label={`Xem nhanh ${product.name}`}
      // Above the link that covers the card. The area that a finger hits is larger than what is seen.
      className="relative z-20 -m-2.5 grid size-11 shrink-0 place-content-center text-xl leading-none text-muted hover:text-ink"
      render={(Dialog, onClose) => <Dialog {...{ product, color, onClose }} />}
    >
      +
    </DialogButton>
  );
}
