import type { Product } from 'contract/catalog/catalog';
import { choose, isOut } from './variant-choice';
import type { Choice } from './variant-choice';

interface VariantPickerProps {
  product: Pick<Product, 'variants' | 'available_colors' | 'available_sizes'>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

const OPTION =
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border px-3 transition-colors ' +
  'border-line-strong bg-surface hover:border-ink aria-pressed:border-accent aria-pressed:bg-accent-soft ' +
  'aria-pressed:font-medium aria-pressed:ring-1 aria-pressed:ring-accent forced-colors:aria-pressed:underline ' +
  'aria-busy:opacity-60';

/** Crossed out and pale: out of stock, but still selectable, to see what else is available. */
const OUT =
  ' border-dashed text-muted bg-[linear-gradient(to_top_right,transparent_calc(50%-0.5px),var(--color-line-strong)_50%,transparent_calc(50%+0.5px))]';

/** Colours and sizes as buttons. Combinations out of stock are crossed out, not hidden. */
export function VariantPicker({ product, choice, onChoose }: VariantPickerProps) {
  const { variants, available_colors: colors, available_sizes: sizes } = product;
  const option = (side: keyof Choice, id: number, name: string) => {
    const isMissing = isOut(variants, choice, side, id);
    return {
      type: 'button' as const,
      'data-early': true,
      'aria-pressed': choice[side] === id,
      'aria-label': isMissing ? `${name}, hết hàng` : name,
      onClick: () => onChoose(choose(variants, choice, side, id)),
      className: OPTION + (isMissing ? OUT : ''),
    };
  };
  return (
    <div className="grid gap-5">
      {colors.length > 0 && (
        <div role="group" aria-label="Màu sắc">
          <Legend title="Màu sắc" chosen={colors.find(({ id }) => id === choice.color)?.name} />
          <div className="flex flex-wrap gap-2">
            {colors.map(({ id, name, hex_code }) => (
              <button key={id} {...option('color', id, name)}>
                <span
                  aria-hidden="true"
                  className="size-5 rounded-full border border-ink/20 forced-color-adjust-none"
                  style={{ backgroundColor: hex_code }}
                />
                <span className="text-sm">{name}</span>
              </button>
            ))}
          </div>
        </div>
      )}
      {sizes.length > 0 && (
        <div role="group" aria-label="Kích cỡ">
          <Legend title="Kích cỡ" chosen={sizes.find(({ id }) => id === choice.size)?.name} />
          <div className="flex flex-wrap gap-2">
            {sizes.map(({ id, name }) => (
              <button key={id} {...option('size', id, name)}>
                {name}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Legend({ title, chosen }: { title: string; chosen: string | undefined }) {
  return (
    <p className="mb-2 text-sm">
      <span className="font-medium">{title}</span>
      {chosen && <span className="text-muted">: {chosen}</span>}
    </p>
  );
}
