import type { ListProduct } from 'contract/catalog/catalog';
import { useId, type CSSProperties } from 'react';

const MAX_SWATCHES = 5;

interface SwatchesProps {
  product: Pick<ListProduct, 'name' | 'swatches'>;
  /** The id of the colour that the card shows; null for the main picture. */
  shown: number | null;
  onShow: (color: number) => void;
}

/**
 * The colours of a product on its card. A mouse shows a colour by pointing at it, a finger by a tap, the keyboard with the arrow keys:
 * as radio buttons they are one stop of the Tab key. The row is as high without colours, so that the names of a row of cards are on
 * one line.
 */
export function Swatches({ product: { name, swatches }, shown, onShow }: SwatchesProps) {
  const group = useId();
  if (swatches.length < 2) return <div className="h-6" />;
  const rest = swatches.length - MAX_SWATCHES;
  return (
    // Above the link that covers the card.
    <div role="radiogroup" aria-label={`Màu của ${name}`} className="relative z-20 -ml-1 flex h-6 w-fit items-center">
      {swatches.slice(0, MAX_SWATCHES).map(({ id, name: color, hex_code }) => (
        <input
          key={id}
          type="radio"
          name={group}
          value={id}
          aria-label={color}
          title={color}
          checked={shown === id}
          onChange={() => onShow(id)}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onShow(id)}
          style={{ '--swatch': hex_code } as CSSProperties}
          className="swatch"
        />
      ))}
      {rest > 0 && (
        <span className="pl-0.5 text-xs text-muted">
          +{rest}
          <span className="sr-only"> màu</span>
        </span>
      )}
    </div>
  );
}
