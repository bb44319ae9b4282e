import type { Product } from 'contract/catalog';
import { useState, type ComponentProps } from 'react';
import { toast } from '~/components/feedback/toast';
import { loadChunk } from '~/lib/chunk';
import type { SizeGuideModal } from './size-guide-modal';

type Dialog = typeof SizeGuideModal;

/** A separate script: most shoppers know their size. */
const load = () => loadChunk(() => import('./size-guide-modal'));

interface SizeGuideButtonProps {
  product: Pick<Product, 'variants' | 'size_table'>;
  color: number | null;
  onChoose: ComponentProps<Dialog>['onChoose'];
}

/** Opens the size guide of a product that has a size table. */
export function SizeGuideButton({ product, color, onChoose }: SizeGuideButtonProps) {
  const [Guide, setGuide] = useState<Dialog | null>(null);
  const [isLoading, setLoading] = useState(false);
  if (!product.size_table) return null;
  const close = () => setGuide(null);

  async function open() {
    setLoading(true);
    try {
      const { SizeGuideModal: loaded } = await load();
      setGuide(() => loaded);
    } catch {
      toast('Không thể mở bảng kích thước. Vui lòng kiểm tra kết nối mạng rồi thử lại.', { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void open()}
        onPointerEnter={() => void load().catch(() => {})}
        className="min-h-11 w-fit text-sm underline underline-offset-4 aria-busy:opacity-60 noscript:hidden"
      >
        Hướng dẫn chọn size
      </button>
      {Guide && (
        <Guide
          product={product}
          table={product.size_table}
          color={color}
          onClose={close}
          onChoose={(size) => {
            close();
            onChoose(size);
          }}
        />
      )}
    </>
  );
}
