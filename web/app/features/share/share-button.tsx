import type { Product } from 'contract/catalog/catalog';
import { toast } from '~/components/feedback/toast';

interface ShareButtonProps {
  product: Pick<Product, 'id' | 'name'>;
  /** The chosen colour and size, which the link keeps. */
  choice: { color: number | null; size: number | null };
}

/** Shares the link of a product by the device's own dialog; where there is none, copies it. */
export function ShareButton({ product: { id, name }, choice }: ShareButtonProps) {
  async function share() {
    const link = new URL(`/products/${id}`, location.origin);
    for (const [side, chosen] of Object.entries(choice)) if (chosen) link.searchParams.set(side, String(chosen));
    try {
      if (navigator.share) return await navigator.share({ title: name, url: link.href });
      await navigator.clipboard.writeText(link.href);
      toast('Đã sao chép liên kết!');
    } catch (error) {
      // The shopper closed the device's dialog.
      if ((error as Error).name === 'AbortError') return;
      toast('Không thể chia sẻ. Hãy sao chép liên kết từ thanh địa chỉ.', { tone: 'danger' });
    }
  }
  return (
    <button
      type="button"
      onClick={() => void share()}
      className="-my-2 min-h-11 underline-offset-4 hover:underline noscript:hidden"
    >
      Chia sẻ
    </button>
  );
}
