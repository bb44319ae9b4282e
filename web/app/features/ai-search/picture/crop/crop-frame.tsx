import { useId, useRef, type CSSProperties, type RefObject } from 'react';
import { Button } from '~/components/form/button';
import { useFileSource } from '~/lib/use-file-source';
import { CORNERS, WHOLE, isWhole, moveBox, moveCorner, type Corner, type CropBox } from './crop-box';
import { CropHandle } from './crop-handle';

const CORNER_NAMES: Record<Corner, string> = {
  'top-left': 'Góc trên bên trái',
  'top-right': 'Góc trên bên phải',
  'bottom-left': 'Góc dưới bên trái',
  'bottom-right': 'Góc dưới bên phải',
};

/** Most of a corner lies outside the box, so that a small box can still be taken and moved. */
const CORNER_PLACES: Record<Corner, string> = {
  'top-left': '-top-5 -left-5 cursor-nwse-resize',
  'top-right': '-top-5 -right-5 cursor-nesw-resize',
  'bottom-left': '-bottom-5 -left-5 cursor-nesw-resize',
  'bottom-right': '-right-5 -bottom-5 cursor-nwse-resize',
};

interface CropFrameProps {
  file: File;
  /** What is searched for; null for the whole picture. */
  crop: CropBox | null;
  onChange: (crop: CropBox | null) => void;
}

/**
 * A picture with a box over it that is moved and resized by pointer, touch and arrow keys. Only what is in the box is searched
 * for; it begins as the whole picture.
 */
export function CropFrame({ file, crop, onChange }: CropFrameProps) {
  const image = useFileSource(file);
  const area = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const box = crop ?? WHOLE;
  const change = (next: CropBox) => onChange(isWhole(next) ? null : next);
  return (
    <div className="grid gap-2">
      {/* Screen readers leave the arrow keys to an application. */}
      <div
        role="application"
        aria-label="Khung cắt ảnh"
        aria-describedby={hintId}
        className="grid place-content-center rounded-lg bg-sand p-6"
      >
        <div className="relative touch-pan-y select-none">
          <img
            ref={image}
            alt="Hình ảnh đã chọn"
            draggable={false}
            className="max-h-64 max-w-full object-contain lg:max-h-72"
          />
          <Shade box={box} />
          <div className="absolute" style={placeOf(box)}>
            <Area handleRef={area} image={image} box={box} onChange={change} />
            <Corners image={image} box={box} onChange={change} />
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {describeBox(box)}
      </p>
      <div className="flex items-start justify-between gap-3">
        <p id={hintId} className="text-sm text-muted">
          Kéo các góc để chỉ tìm theo một phần ảnh
          <span className="pointer-coarse:sr-only">; hoặc dùng phím mũi tên, giữ Shift để đổi cỡ khung</span>.
        </p>
        <Button
          variant="quiet"
          size="sm"
          disabled={crop === null}
          onClick={() => {
            onChange(null);
            // The button is disabled now, and would lose the focus.
            area.current?.focus();
          }}
          className="shrink-0"
        >
          Lấy cả ảnh
        </Button>
      </div>
    </div>
  );
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** @returns where a box lies, as a screen reader says it */
export function describeBox(box: CropBox): string {
  if (isWhole(box)) return 'Vùng tìm kiếm: cả ảnh';
  const { left, top, right, bottom } = box;
  const place = `cách trái ${percent(left)}, cách trên ${percent(top)}`;
  return `Vùng tìm kiếm: rộng ${percent(right - left)}, cao ${percent(bottom - top)}, ${place}`;
}

const placeOf = ({ left, top, right, bottom }: CropBox): CSSProperties => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${(right - left) * 100}%`,
  height: `${(bottom - top) * 100}%`,
});

/** Darkens what lies outside the box. */
function Shade({ box }: { box: CropBox }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      <div className="absolute shadow-[0_0_0_100vmax_rgb(27_25_22/0.6)]" style={placeOf(box)} />
    </div>
  );
}

interface HandleProps {
  image: RefObject<HTMLImageElement>;
  box: CropBox;
  onChange: (box: CropBox) => void;
}

/** The handle that moves a box; with Shift it resizes it. */
function Area({ box, ...props }: HandleProps & { handleRef: RefObject<HTMLButtonElement> }) {
  return (
    <CropHandle
      {...props}
      label="Vùng tìm kiếm"
      box={box}
      move={moveBox}
      moveWithShift={(from, dx, dy) => moveCorner(from, 'bottom-right', dx, dy)}
      // There is nothing to move while it is the whole picture, and a finger has to scroll the dialog.
      className={`inset-0 cursor-move outline-offset-2 ${isWhole(box) ? 'touch-pan-y' : 'touch-none'}`}
    >
      <span className="absolute inset-0 border-2 border-white shadow-[0_0_0_1px_#1b1916] group-focus-visible/handle:shadow-[0_0_0_3px_#fff,0_0_0_5px_#1b1916]" />
    </CropHandle>
  );
}

/** The handles that resize a box. */
function Corners({ image, box, onChange }: HandleProps) {
  return CORNERS.map((corner) => (
    <CropHandle
      key={corner}
      image={image}
      label={CORNER_NAMES[corner]}
      box={box}
      onChange={onChange}
      move={(from, dx, dy) => moveCorner(from, corner, dx, dy)}
      className={`grid size-9 touch-none place-content-center rounded-full ${CORNER_PLACES[corner]}`}
    >
      {/* White and dark: one of them is seen on any picture. */}
      <span className="size-4 rounded-full border-2 border-white bg-accent shadow-[0_0_0_1px_#1b1916] group-focus-visible/handle:shadow-[0_0_0_3px_#fff,0_0_0_5px_#1b1916]" />
    </CropHandle>
  ));
}
