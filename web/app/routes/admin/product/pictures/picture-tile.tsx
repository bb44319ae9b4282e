import type { Color } from 'contract/catalog/catalog';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import type { ButtonHTMLAttributes, LiHTMLAttributes } from 'react';
import { Badge } from '~/components/display/badge';
import { PictureColor } from './picture-color';
import type { DraftPicture } from '../product-draft';

interface PictureTileProps extends Pick<LiHTMLAttributes<HTMLLIElement>, 'onDragStart' | 'onDragEnd' | 'onDrop'> {
  picture: DraftPicture;
  /** From 1 to the number of pictures. */
  place: number;
  count: number;
  colors: readonly Color[];
  onColor: (color: string) => void;
  onMove: (place: number) => void;
  onRemove: () => void;
}

/** A picture of the product form with its colour and the buttons that move and remove it. */
export function PictureTile({ picture, place, count, colors, onColor, onMove, onRemove, ...drag }: PictureTileProps) {
  return (
    <li
      draggable
      {...drag}
      className="grid cursor-grab content-start overflow-hidden rounded-lg border border-line bg-surface"
    >
      <span className="relative">
        <img
          src={picture.address}
          alt={`Ảnh ${place}`}
          className="aspect-3/4 w-full bg-sand object-cover"
          draggable={false}
        />
        <span className="absolute top-1 left-1 flex flex-wrap gap-1">
          {place === 1 && <Badge tone="ink">Ảnh chính</Badge>}
          {picture.file && <Badge tone="warn">Chưa lưu</Badge>}
        </span>
      </span>
      {colors.length > 0 && <PictureColor picture={picture} nth={place} colors={colors} onChange={onColor} />}
      <span className="flex justify-between">
        <Tool label={`Đưa ảnh ${place} lên trước`} disabled={place === 1} onClick={() => onMove(place - 1)}>
          <ArrowLeft aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label={`Bỏ ảnh ${place}`} data-remove onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label={`Đưa ảnh ${place} ra sau`} disabled={place === count} onClick={() => onMove(place + 1)}>
          <ArrowRight aria-hidden="true" className="size-4" />
        </Tool>
      </span>
    </li>
  );
}

const Tool = ({ label, ...button }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...button}
    className="grid size-9 place-content-center text-muted hover:bg-sand hover:text-ink disabled:opacity-30"
  />
);
