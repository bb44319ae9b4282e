import { Link, useNavigate } from '@remix-run/react';
import type { Variant } from 'contract/catalog/catalog';
import { useState } from 'react';
import { sentenceOf } from '~/api/http/client';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { STAY_MS, toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';
import { priceOf, type Choice } from '~/features/buying/variant-choice';
import { addToCart } from '~/features/cart/cart';
import { pictureFor } from '~/features/products/color-pictures';
import { useIsMounted } from '~/lib/use-is-mounted';
import type { ShownProduct } from './size-help';

interface BuyBarProps {
  product: ShownProduct;
  choice: Choice;
  /** The chosen variant; undefined for none, or for a product without variants. */
  variant: Variant | undefined;
  quantity: number;
  isSoldOut: boolean;
  /** What the shopper still has to choose, as a sentence; null for nothing. */
  missing: string | null;
  /** Called when a button is pressed while a choice is missing. */
  onMissing: () => void;
}

/** The two buttons that buy. On a phone they stay at the bottom of the screen, with what was chosen. */
export function BuyBar({ product, choice, variant, quantity, isSoldOut, missing, onMissing }: BuyBarProps) {
  const [busy, setBusy] = useState<'add' | 'buy' | null>(null);
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  // While one button works, both are off: its answer would make the other one look ready, too.
  const isOff = isSoldOut || busy !== null;

  async function put(then: 'add' | 'buy') {
    if (missing) return onMissing();
    setBusy(then);
    try {
      const { added } = await addToCart(product.id, variant?.id ?? null, quantity);
      // A shopper who has left the page meanwhile is not taken to the checkout.
      if (then === 'buy' && isMounted.current) navigate('/shipping');
      else if (added === 0)
        toast('Giỏ hàng của bạn đã có toàn bộ số lượng còn lại.', { tone: 'danger', action: <ToCart /> });
      // Not longer for its link: the header leads to the cart too.
      else toast('Đã thêm vào giỏ hàng!', { action: <ToCart />, stayMs: STAY_MS });
    } catch (error) {
      toast(sentenceOf(error), { tone: 'danger' });
    } finally {
      setBusy(null);
    }
  }

  return (
    <div
      data-buy-bar
      className="grid grid-cols-2 gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] noscript:hidden"
    >
      <Chosen product={product} choice={choice} variant={variant} missing={missing} />
      <Button
        variant="outline"
        size="lg"
        data-early
        className="px-2! max-lg:min-h-12! max-lg:text-base! aria-busy:opacity-60"
        disabled={isOff}
        isBusy={busy === 'add'}
        onClick={() => void put('add')}
      >
        {isSoldOut ? 'Hết hàng' : 'Thêm vào giỏ'}
      </Button>
      <Button
        size="lg"
        data-early
        className="px-2! max-lg:min-h-12! max-lg:text-base! aria-busy:opacity-60"
        disabled={isOff}
        isBusy={busy === 'buy'}
        onClick={() => void put('buy')}
      >
        Mua ngay
      </Button>
    </div>
  );
}

/** What the buttons would buy, on a phone, where the gallery is out of sight. */
function Chosen({
  product,
  choice,
  variant,
  missing,
}: Pick<BuyBarProps, 'product' | 'choice' | 'variant' | 'missing'>) {
  return (
    <p className="col-span-2 flex items-center gap-3 text-sm lg:hidden">
      {choice.color !== null && (
        <ProductPicture src={pictureFor(product, choice.color)} alt="" sizes="30px" className="h-10 w-7.5 rounded-sm" />
      )}
      <Price {...priceOf(product, variant)} />
      <span className="ml-auto text-right text-muted">
        {missing ?? (variant && `${variant.color.name} · ${variant.size.name}`)}
      </span>
    </p>
  );
}

const ToCart = () => (
  <Link to="/cart" className="font-medium text-accent underline underline-offset-4">
    Xem giỏ hàng
  </Link>
);
