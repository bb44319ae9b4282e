import type { Product, Size, SizeTable } from 'contract/catalog/catalog';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import type { SizeAdvice } from './advise-size';
import type { TypedBody } from '~/lib/storage/typed-body';
import { sizeStock } from './size-stock';

interface SizeAdviserProps {
  product: Pick<Product, 'variants'>;
  table: SizeTable;
  /** The chosen colour. */
  color: number | null;
  typed: TypedBody;
  onType: (typed: TypedBody) => void;
  onLeave: (field: keyof TypedBody) => void;
  errors: Partial<TypedBody>;
  advice: SizeAdvice;
  onChoose: (size: number) => void;
}

const FIELDS = [
  { name: 'height', label: 'Chiều cao', placeholder: '1m65' },
  { name: 'weight', label: 'Cân nặng', placeholder: '55kg' },
] as const;

/** Advises a size for a height and a weight, says why, and chooses it with one tap. */
export function SizeAdviser({
  product,
  table,
  color,
  typed,
  onType,
  onLeave,
  errors,
  advice,
  onChoose,
}: SizeAdviserProps) {
  return (
    <section className="grid gap-4 rounded-lg bg-sand p-4">
      <h3 className="text-base">Cỡ nào vừa với bạn?</h3>
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.filter(({ name }) => table.rows.some((row) => row[name])).map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            autoComplete="off"
            maxLength={20}
            value={typed[name]}
            error={errors[name]}
            onChange={({ target }) => onType({ ...typed, [name]: target.value })}
            onBlur={() => onLeave(name)}
          />
        ))}
      </div>
      <div role="status" className="grid gap-3">
        {advice.kind === 'unknown' ? (
          <p className="text-sm text-muted">Số đo chỉ lưu trên thiết bị này, cửa hàng không nhận được.</p>
        ) : (
          <>
            <p>
              {advice.sizes.length > 0 && (
                <strong className="mr-1 text-lg">{`${advice.sizes.map(({ name }) => name).join(' hoặc ')} `}</strong>
              )}
              {advice.reason}
            </p>
            {advice.sizes.map((size) => (
              <Choice key={size.id} size={size} stock={sizeStock(product, size.id, color)} onChoose={onChoose} />
            ))}
          </>
        )}
      </div>
    </section>
  );
}

interface ChoiceProps {
  size: Size;
  stock: ReturnType<typeof sizeStock>;
  onChoose: (size: number) => void;
}

/** The button that chooses a size; what cannot be bought says so instead. */
function Choice({ size, stock, onChoose }: ChoiceProps) {
  if (stock === 'none') return <p className="text-sm text-muted">Sản phẩm này không có cỡ {size.name}.</p>;
  if (stock === 'out') return <p className="text-sm font-medium text-signal">Cỡ {size.name} đã hết hàng ở mọi màu.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button onClick={() => onChoose(size.id)}>Chọn cỡ {size.name}</Button>
      {stock === 'out-in-color' && (
        <span className="text-sm font-medium text-signal">
          Cỡ {size.name} đã hết ở màu đang chọn; bạn sẽ cần chọn màu khác.
        </span>
      )}
    </div>
  );
}
