import type { Color } from 'contract/catalog/catalog';
import type { DraftPicture } from '../product-draft';

interface PictureColorProps {
  picture: DraftPicture;
  /** The picture's place, from 1. */
  nth: number;
  /** The colours in which the product can be bought. */
  colors: readonly Color[];
  onChange: (color: string) => void;
}

/** The choice of the colour that a picture shows. Left open, the shop shows the colour that the picture engine sees, and says so. */
export function PictureColor({ picture: { color, guess }, nth, colors, onChange }: PictureColorProps) {
  const guessed = colors.find(({ id }) => id === guess)?.name;
  const isForeign = !['', '0'].includes(color) && colors.every(({ id }) => String(id) !== color);
  return (
    <span className="grid gap-0.5 px-1.5 pt-1.5">
      <select
        aria-label={`Màu của ảnh ${nth}`}
        value={color}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-9 w-full min-w-0 truncate rounded border border-line-strong bg-surface px-1 text-sm"
      >
        <option value="">{guessed ? `${guessed} (đoán)` : 'Chưa chọn màu'}</option>
        {colors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isForeign && <option value={color}>Màu đã bỏ</option>}
        <option value="0">Không theo màu</option>
      </select>
      {color === '' && guessed && <small className="text-xs text-warn">Máy đoán, hãy chọn lại nếu sai.</small>}
    </span>
  );
}
