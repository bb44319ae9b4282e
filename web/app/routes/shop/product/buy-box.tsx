import { MAX_QUANTITY } from 'contract/rules';
import { useRef, useState, type RefObject } from 'react';
import { Badge } from '~/components/display/badge';
import { percentOff, Price } from '~/components/display/price';
import { Quantity } from '~/components/form/quantity';
import { StockLine } from '~/features/buying/stock-line';
import { useLiveStock } from '~/features/buying/use-live-stock';
import { choose, missingChoice, priceOf, type Choice } from '~/features/buying/variant-choice';
import { VariantPicker } from '~/features/buying/variant-picker';
import { StockAlertButton } from '~/features/stock-alert/stock-alert-button';
import { scrollBehavior } from '~/lib/scroll-behavior';
import { BuyBar } from './buy-bar';
import { ProductHeading } from './product-heading';
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
  const picker = useRef<HTMLDivElement>(null);

  const { live, variant, stock, isLive } = useLiveStock(product, choice);
  const missing = product.has_variants ? missingChoice(choice) : null;
  const price = priceOf(live, variant);
  const discount = percentOff(price.amount, live.oldPrice);
  const max = Math.min(stock, MAX_QUANTITY);
  const quantity = Math.max(1, Math.min(chosenQuantity, max));

  function askForChoice() {
    setAsking(true);
    if (picker.current) showChoice(picker.current);
  }

  return (
    <div className="grid content-start gap-5">
      <ProductHeading product={product} choice={choice} brandName={brandName} onShowReviews={onShowReviews} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <Price {...price} before={live.oldPrice} className="text-2xl" />
        {discount > 0 && <Badge tone="signal">-{discount}%</Badge>}
      </p>
      {lead && <p className="text-muted">{lead}</p>}

      {product.has_variants && (
        <VariantChoice
          pickerRef={picker}
          product={product}
          choice={choice}
          onChoose={(next) => {
            if (next !== choice) onChoose(next);
            setAsking(false);
          }}
          missing={isAsking ? missing : null}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        <Quantity value={quantity} max={max} onChange={setChosenQuantity} />
        <StockLine product={product} choice={choice} stock={stock} isLive={isLive} />
        <StockAlertButton product={live} choice={choice} />
      </div>
      <BuyBar
        product={live}
        choice={choice}
        variant={variant}
        quantity={quantity}
        isSoldOut={stock === 0}
        missing={missing}
        onMissing={askForChoice}
      />
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để thêm sản phẩm vào giỏ hàng.</p>
      <BuyPromises />
    </div>
  );
}

/** Scrolls to the choices, and focuses the first that is still open. */
function showChoice(picker: HTMLElement) {
  picker.scrollIntoView({ behavior: scrollBehavior(), block: 'center' });
  const groups = [...picker.querySelectorAll('[role="group"]')];
  // Not what is chosen: Enter would deselect it.
  const open = groups.find((group) => !group.querySelector('[aria-pressed="true"]'));
  open?.querySelector('button')?.focus({ preventScroll: true });
}

interface VariantChoiceProps {
  pickerRef: RefObject<HTMLDivElement>;
  product: ShownProduct;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** The choice to ask for, as a button names it; null asks for none. */
  missing: string | null;
}

/** The choice of colour and size, with help for the size. */
function VariantChoice({ pickerRef, product, choice, onChoose, missing }: VariantChoiceProps) {
  return (
    <div ref={pickerRef} className="scroll-mt-24">
      <VariantPicker product={product} choice={choice} onChoose={onChoose} />
      <SizeHelp
        product={product}
        color={choice.color}
        onChoose={(size) => onChoose(size === choice.size ? choice : choose(product.variants, choice, 'size', size))}
      />
      {/* Beside the choice, which is scrolled to: further down a phone's bar covers it. */}
      {missing && (
        <p role="alert" className="mt-3 font-medium text-signal">
          Vui lòng {missing.toLowerCase()} trước khi mua.
        </p>
      )}
    </div>
  );
}
