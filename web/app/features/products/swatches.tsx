import type { ListProduct } from 'contract/catalog';
import { useId } from 'react';

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
    <div role="radiogroup" aria-label={`Màu của ${name}`} className="relative z-20 -ml-1.5 flex h-6 w-fit items-center">
      {swatches.slice(0, MAX_SWATCHES).map(({ id, name: color, hex_code }) => (
        <label
          key={id}
          title={color}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onShow(id)}
          className="relative grid size-6 cursor-pointer place-content-center"
        >
          <input
            type="radio"
            name={group}
            value={id}
            aria-label={color}
            checked={shown === id}
            onChange={() => onShow(id)}
            className="peer sr-only"
          />
          <span
            aria-hidden="true"
            style={{ backgroundColor: hex_code }}
            className="size-3.5 rounded-full border border-ink/20 ring-ink ring-offset-2 ring-offset-paper peer-checked:ring-1 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-accent"
          />
        </label>
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
