import { Link, useNavigate } from '@remix-run/react';
import { MAX_QUANTITY, formatNumber } from 'contract/rules';
import { useRef, useState } from 'react';
import { scrollBehavior } from '~/lib/scroll-behavior';
import { sentenceOf } from '~/api/http/client';
import { addToCart } from '~/features/cart/cart';
import { Badge } from '~/components/display/badge';
import { Button } from '~/components/form/button';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Quantity } from '~/components/form/quantity';
import { Stars } from '~/components/display/stars';
import { toast } from '~/components/feedback/toast';
import { pictureFor } from '~/features/products/color-pictures';
import { FavoriteHeart } from '~/features/favorites/favorite-heart';
import { ShareButton } from '~/features/share/share-button';
import { StockAlertButton } from '~/features/stock-alert/stock-alert-button';
import { StockLine } from '~/features/buying/stock-line';
import { useLiveStock } from '~/features/buying/use-live-stock';
import { choose, missingChoice, type Choice } from '~/features/buying/variant-choice';
import { VariantPicker } from '~/features/buying/variant-picker';
import { useIsMounted } from '~/lib/use-is-mounted';
import { BuyPromises } from './promises';
import { SizeHelp, type ShownProduct } from './size-help';

interface BuyBoxProps {
  product: ShownProduct;
  /** The first sentences of the description. */
  lead: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  brandName: string | undefined;
  /** Called when the rating is pressed. */
  onShowReviews: () => void;
}

/** The purchase panel: name, price, variants, stock, quantity, and the two buttons. */
export function BuyBox({ product, lead, choice, onChoose, brandName, onShowReviews }: BuyBoxProps) {
  const [chosenQuantity, setChosenQuantity] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'add' | 'buy' | null>(null);
  const picker = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isMounted = useIsMounted();

  const { variant, stock, isLive } = useLiveStock(product, choice);
  const missing = product.has_variants ? missingChoice(choice) : null;
  const price = variant?.price ?? product.min_price;
  const max = Math.min(stock, MAX_QUANTITY);
  const quantity = Math.max(1, Math.min(chosenQuantity, max));
  const isSoldOut = stock === 0;
  // One wish at a time: the answer to the first would make the button of the second look ready.
  const isOff = isSoldOut || busy !== null;

  async function put(then: 'add' | 'buy') {
    if (missing) {
      setAsking(true);
      picker.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'center' });
      picker.current?.querySelector('button')?.focus({ preventScroll: true });
      return;
    }
    setBusy(then);
    try {
      const { added } = await addToCart(product.id, variant?.id ?? null, quantity);
      // Who has gone on meanwhile stays there.
      if (then === 'buy' && isMounted.current) navigate('/shipping');
      else if (added === 0) toast('Giỏ hàng của bạn đã có tất cả số còn lại.', { tone: 'danger', action: <ToCart /> });
      else toast('Đã thêm vào giỏ hàng!', { action: <ToCart /> });
    } catch (error) {
      toast(sentenceOf(error), { tone: 'danger' });
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="grid content-start gap-5">
      <div className="grid gap-2">
        {brandName && (
          <Link
            to={`/search?brand=${product.brand}`}
            className="w-fit text-sm font-medium tracking-wide text-muted underline-offset-4 hover:underline"
          >
            {brandName}
          </Link>
        )}
        <div className="flex items-start justify-between gap-2">
          <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere] lg:text-3xl">{product.name}</h1>
          <FavoriteHeart product={product} color={choice.color} className="-mt-1 -mr-2" />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <a
            href="#reviews"
            onClick={(event) => {
              event.preventDefault();
              onShowReviews();
            }}
            className="inline-flex items-center gap-2 underline-offset-4 hover:underline"
          >
            {product.numReviews > 0 && <Stars value={product.rating} />}
            <span lang="en">{product.numReviews} reviews</span>
          </a>
          {product.total_sold > 0 && <span className="tabular">Đã bán {formatNumber(product.total_sold)}</span>}
          <ShareButton product={product} choice={choice} />
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <Price amount={price} before={product.oldPrice} className="text-2xl" />
        {product.discount > 0 && <Badge tone="signal">-{product.discount}%</Badge>}
      </p>
      {lead && <p className="text-muted">{lead}</p>}

      {product.has_variants && (
        <div ref={picker} className="scroll-mt-24">
          <VariantPicker
            product={product}
            choice={choice}
            onChoose={(next) => {
              onChoose(next);
              setAsking(false);
            }}
          />
          <SizeHelp
            product={product}
            color={choice.color}
            onChoose={(size) => {
              if (size !== choice.size) onChoose(choose(product.variants, choice, 'size', size));
              setAsking(false);
            }}
          />
          {/* Beside the choice, which is scrolled to: further down a phone's bar covers it. */}
          {isAsking && missing && (
            <p role="alert" className="mt-3 font-medium text-signal">
              Vui lòng {missing.toLowerCase()} trước khi mua.
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        <Quantity value={quantity} max={max} onChange={setChosenQuantity} />
        <StockLine product={product} choice={choice} stock={stock} isLive={isLive} />
        <StockAlertButton product={product} choice={choice} />
      </div>
      <div
        data-buy-bar
        className="grid grid-cols-2 gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] noscript:hidden"
      >
        <p className="col-span-2 flex items-center gap-3 text-sm lg:hidden">
          {/* On a phone the gallery is out of sight where a colour is chosen. */}
          {choice.color !== null && (
            <ProductPicture
              src={pictureFor(product, choice.color)}
              alt=""
              sizes="30px"
              className="h-10 w-7.5 rounded-sm"
            />
          )}
          <Price amount={price} />
          <span className="ml-auto text-right text-muted">
            {missing ?? (variant && `${variant.color.name} · ${variant.size.name}`)}
          </span>
        </p>
        <Button
          variant="outline"
          size="lg"
          className="px-2! max-lg:min-h-12! max-lg:text-base!"
          disabled={isOff}
          isBusy={busy === 'add'}
          onClick={() => void put('add')}
        >
          {isSoldOut ? 'Hết hàng' : 'Thêm vào giỏ'}
        </Button>
        <Button
          size="lg"
          className="px-2! max-lg:min-h-12! max-lg:text-base!"
          disabled={isOff}
          isBusy={busy === 'buy'}
          onClick={() => void put('buy')}
        >
          Mua ngay
        </Button>
      </div>
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để thêm sản phẩm vào giỏ hàng.</p>
      <BuyPromises />
    </div>
  );
}

const ToCart = () => (
  <Link to="/cart" className="font-medium text-accent underline underline-offset-4">
    Xem giỏ hàng
  </Link>
);
