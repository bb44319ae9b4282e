import { Link } from '@remix-run/react';
import type { ListProduct, Product } from 'contract/catalog/catalog';
import { useState } from 'react';
import { getProduct } from '~/api/catalog/catalog';
import { failedWith, sentenceOf } from '~/api/http/client';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Alert } from '~/components/feedback/alert';
import { FailedPart } from '~/components/feedback/failed-part';
import { Skeleton } from '~/components/feedback/skeleton';
import { STAY_MS, toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { StockLine } from '~/features/buying/stock-line';
import { useLiveStock } from '~/features/buying/use-live-stock';
import { fillOnlyOptions, missingChoice, priceOf, type Choice } from '~/features/buying/variant-choice';
import { VariantPicker } from '~/features/buying/variant-picker';
import { addToCart } from '~/features/cart/cart';
import { productAddress } from '~/features/products/product-address';
import { picturesFor } from '~/features/products/color-pictures';
import { useLoad } from '~/lib/use-load';

interface QuickViewModalProps {
  product: Pick<ListProduct, 'id' | 'name'>;
  /** The id of the colour to begin with. */
  color: number | null;
  onClose: () => void;
}

const MAX_PICTURES = 6;

/** A product in a dialog: pictures, choice, price, live stock and the way into the cart. */
export function QuickViewModal({ product: { id, name }, color, onClose }: QuickViewModalProps) {
  const { data: product, error, retry } = useLoad(id, getProduct);
  return (
    <Modal title={name} onClose={onClose} shape="wide" width="max-w-3xl">
      {product ? (
        <QuickView product={product} color={color} onClose={onClose} />
      ) : failedWith(error, 404) ? (
        <Alert tone="warning">Sản phẩm này không còn bán.</Alert>
      ) : error ? (
        <FailedPart onRetry={retry}>Không tải được sản phẩm.</FailedPart>
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

const COLUMNS = 'grid gap-5 md:grid-cols-2 md:gap-6';

const Loading = () => (
  <div aria-busy="true" className={COLUMNS}>
    <Skeleton className="aspect-3/4 max-h-[50dvh] w-full md:max-h-none" />
    <div className="grid content-start gap-4">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  </div>
);

function QuickView({ product, color, onClose }: { product: Product; color: number | null; onClose: () => void }) {
  const [choice, setChoice] = useState<Choice>(() => firstChoice(product, color));
  const { live, variant, stock, isLive } = useLiveStock(product, choice);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const missing = product.has_variants ? missingChoice(choice) : null;

  async function add() {
    if (missing) return setProblem(`Vui lòng ${missing.toLowerCase()} trước khi mua.`);
    setBusy(true);
    setProblem(undefined);
    try {
      const { added } = await addToCart(product.id, variant?.id ?? null, 1);
      if (added === 0) return setProblem('Giỏ hàng của bạn đã có toàn bộ số lượng còn lại.');
      // Not longer for its link: the header leads to the cart too.
      toast('Đã thêm vào giỏ hàng!', { action: <ToCart />, stayMs: STAY_MS });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={COLUMNS}>
      <Pictures product={product} color={choice.color} />
      <div className="grid content-start gap-4">
        <Price {...priceOf(live, variant)} before={live.oldPrice} className="text-xl" />
        {product.has_variants && (
          <VariantPicker
            product={product}
            choice={choice}
            onChoose={(next) => {
              setChoice(next);
              setProblem(undefined);
            }}
          />
        )}
        <StockLine product={product} choice={choice} stock={stock} isLive={isLive} />
        {problem && <Alert tone="danger">{problem}</Alert>}
        <Button size="lg" disabled={stock === 0} isBusy={isBusy} onClick={() => void add()}>
          {stock === 0 ? 'Hết hàng' : 'Thêm vào giỏ'}
        </Button>
        <Link
          to={productAddress(product.id, choice.color, choice.size)}
          onClick={onClose}
          className="grid min-h-11 place-content-center underline underline-offset-4"
        >
          Xem đầy đủ
        </Link>
      </div>
    </div>
  );
}

const ToCart = () => (
  <Link to="/cart" className="font-medium text-accent underline underline-offset-4">
    Xem giỏ hàng
  </Link>
);

/** The pictures of the chosen colour first, in a strip that can be swiped. */
function Pictures({ product, color }: { product: Product; color: number | null }) {
  const pictures = picturesFor(product, color).slice(0, MAX_PICTURES);
  const shown = pictures.length > 0 ? pictures.map(({ image }) => image) : [product.image];
  return (
    <ul
      // Another colour begins at its first picture.
      key={color}
      aria-label="Hình ảnh sản phẩm"
      tabIndex={shown.length > 1 ? 0 : undefined}
      className="flex snap-x snap-mandatory overflow-x-auto rounded-md [scrollbar-width:thin]"
    >
      {shown.map((image, index) => (
        <li key={image} className="w-full shrink-0 snap-center">
          <ProductPicture
            src={image}
            alt={`${product.name}, ảnh ${index + 1}`}
            sizes="(min-width: 768px) 350px, 100vw"
            className="aspect-3/4 max-h-[50dvh] w-full md:max-h-none"
          />
        </li>
      ))}
    </ul>
  );
}

/** The colour of the card, or what there is only one of. */
const firstChoice = (product: Product, color: number | null): Choice =>
  fillOnlyOptions(product, {
    color: product.available_colors.some(({ id }) => id === color) ? color : null,
    size: null,
  });
